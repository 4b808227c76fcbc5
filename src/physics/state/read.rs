//! Reading records that are checked one by one, so that an error is found where it stands.

use std::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor},
};

/// Reads a list; `check` is asked about each item as soon as it has been read.
pub(super) struct List<T, F>(F, PhantomData<T>);

impl<T, F> List<T, F> {
    pub fn checked(check: F) -> Self {
        Self(check, PhantomData)
    }
}

impl<'de, T, F> DeserializeSeed<'de> for List<T, F>
where
    T: Deserialize<'de>,
    F: FnMut(&T) -> Result<(), String>,
{
    type Value = Vec<T>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Vec<T>, D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de, T, F> Visitor<'de> for List<T, F>
where
    T: Deserialize<'de>,
    F: FnMut(&T) -> Result<(), String>,
{
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut from: A) -> Result<Vec<T>, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = from.next_element()? {
            (self.0)(&item).map_err(A::Error::custom)?;
            list.push(item);
        }
        Ok(list)
    }
}

/// The next field of a struct whose fields stand in a fixed order: what comes later is checked against what came before.
pub(super) fn field<'de, A: MapAccess<'de>, S: DeserializeSeed<'de>>(
    from: &mut A,
    name: &'static str,
    seed: S,
) -> Result<S::Value, A::Error> {
    match from.next_key::<Name>()? {
        Some(Name(found)) if found == name => from.next_value_seed(seed),
        Some(Name(found)) => Err(A::Error::custom(format!("the field `{name}` expected here, found `{found}`"))),
        None => Err(A::Error::missing_field(name)),
    }
}

/// The last field of such a struct, if it is there, and the end.
pub(super) fn last_field<'de, A: MapAccess<'de>, S: DeserializeSeed<'de>>(
    from: &mut A,
    name: &'static str,
    seed: S,
) -> Result<Option<S::Value>, A::Error> {
    match from.next_key::<Name>()? {
        Some(Name(found)) if found == name => {
            let value = from.next_value_seed(seed)?;
            end(from).map(|()| Some(value))
        }
        Some(Name(found)) => Err(A::Error::custom(format!("the field `{name}` or no more expected, found `{found}`"))),
        None => Ok(None),
    }
}

/// The end of such a struct.
fn end<'de, A: MapAccess<'de>>(from: &mut A) -> Result<(), A::Error> {
    match from.next_key::<Name>()? {
        Some(Name(found)) => Err(A::Error::custom(format!("no more fields expected, found `{found}`"))),
        None => Ok(()),
    }
}

/// The name of a field.
struct Name(String);

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Letters;
        impl Visitor<'_> for Letters {
            type Value = Name;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("the name of a field")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Name, E> {
                Ok(Name(name.to_owned()))
            }
        }
        from.deserialize_identifier(Letters)
    }
}
