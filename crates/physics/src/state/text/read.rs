//! Reading of records that are checked one by one, so that an error has its line and column in the file.

use std::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor},
};

/// Reads a list, and checks each item as soon as it is read.
pub(crate) struct List<T, F>(F, PhantomData<T>);

impl<T, F> List<T, F> {
    pub fn checked(check: F) -> Self {
        Self(check, PhantomData)
    }
}

impl<'de, T: Deserialize<'de>, F: FnMut(&T) -> Result<(), String>> DeserializeSeed<'de> for List<T, F> {
    type Value = Vec<T>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Vec<T>, D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de, T: Deserialize<'de>, F: FnMut(&T) -> Result<(), String>> Visitor<'de> for List<T, F> {
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

/// Reads the next field of a struct whose fields have a fixed order, so that later fields are checked against earlier
/// ones.
pub(crate) fn field<'de, A: MapAccess<'de>, S: DeserializeSeed<'de>>(
    from: &mut A,
    name: &'static str,
    seed: S,
) -> Result<S::Value, A::Error> {
    match from.next_key::<Name>()? {
        Some(Name::Found(found)) if found == name => from.next_value_seed(seed),
        Some(Name::Found(found)) => Err(A::Error::custom(format!("the field `{name}` expected here, found `{found}`"))),
        None => Err(A::Error::missing_field(name)),
    }
}

/// Reads the optional fields at the end of such a struct, in their order.
pub(crate) struct OptionalFields<A> {
    from: A,
    next: Option<Name>,
}

impl<'de, A: MapAccess<'de>> OptionalFields<A> {
    /// Begins after the last required field.
    pub fn of(mut from: A) -> Result<Self, A::Error> {
        let next = from.next_key()?;
        Ok(Self { from, next })
    }

    /// Reads the field `name`, if it comes next.
    pub fn field<S: DeserializeSeed<'de>>(&mut self, name: &str, seed: S) -> Result<Option<S::Value>, A::Error> {
        if self.next.as_ref().is_none_or(|Name::Found(found)| found != name) {
            return Ok(None);
        }
        let value = self.from.next_value_seed(seed)?;
        self.next = self.from.next_key()?;
        Ok(Some(value))
    }

    /// Checks that no field is left.
    pub fn end(self) -> Result<(), A::Error> {
        match self.next {
            Some(Name::Found(found)) => Err(A::Error::custom(format!("no more fields expected, found `{found}`"))),
            None => Ok(()),
        }
    }
}

/// The name of a field.
#[derive(Deserialize)]
#[serde(field_identifier)]
enum Name {
    Found(String),
}

/// Fails with a text of what was expected if a value is not valid.
pub(crate) fn ensure(is_valid: bool, expected: impl FnOnce() -> String) -> Result<(), String> {
    if is_valid { Ok(()) } else { Err(expected()) }
}
