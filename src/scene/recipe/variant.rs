//! Writes and reads a struct as the variant of an enum that has its fields: `Rope(from: ..., to: ...)`, where serde's
//! own form is `Rope((from: ..., to: ...))`. A newtype struct becomes a newtype variant.

use serde::{
    Deserializer, Serialize, Serializer,
    de::{DeserializeSeed, Error as _, VariantAccess, Visitor},
    forward_to_deserialize_any,
    ser::{Error as _, Impossible, SerializeStruct, SerializeStructVariant},
};

/// Why any other type is refused.
const NOT_A_STRUCT: &str = "only a struct can be written as a variant";

/// The fields of a variant, read as a struct.
pub(super) struct VariantFields<A>(pub A);

impl<'de, A: VariantAccess<'de>> Deserializer<'de> for VariantFields<A> {
    type Error = A::Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.0.struct_variant(fields, visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.0.newtype_variant_seed(NewtypeSeed(visitor))
    }

    fn deserialize_any<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, A::Error> {
        Err(A::Error::custom(NOT_A_STRUCT))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct seq tuple
        tuple_struct map enum identifier ignored_any
    }
}

/// Hands the content of a newtype variant to the visitor of a newtype struct.
struct NewtypeSeed<V>(V);

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for NewtypeSeed<V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<V::Value, D::Error> {
        self.0.visit_newtype_struct(from)
    }
}

/// A serializer that writes a struct to `to` as a variant of the enum `of`.
pub(super) struct AsVariant<S> {
    pub to: S,
    pub of: &'static str,
    pub index: u32,
    pub variant: &'static str,
}

/// The fields of a struct that is being written as a variant.
pub(super) struct StructFields<C>(C);

impl<C: SerializeStructVariant> SerializeStruct for StructFields<C> {
    type Ok = C::Ok;
    type Error = C::Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), C::Error> {
        self.0.serialize_field(key, value)
    }

    fn skip_field(&mut self, key: &'static str) -> Result<(), C::Error> {
        self.0.skip_field(key)
    }

    fn end(self) -> Result<C::Ok, C::Error> {
        self.0.end()
    }
}

/// Methods that refuse all that is not a struct, grouped by the type that they would return.
macro_rules! refuse {
    ($($result:ty: $($method:ident $(<$generic:ident>)? ($($type:ty),*)),*;)*) => {
        $($(fn $method $(<$generic: Serialize + ?Sized>)? (self, $(_: $type),*) -> Result<$result, S::Error> {
            Err(S::Error::custom(NOT_A_STRUCT))
        })*)*
    };
}

impl<S: Serializer> Serializer for AsVariant<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = Impossible<S::Ok, S::Error>;
    type SerializeTuple = Impossible<S::Ok, S::Error>;
    type SerializeTupleStruct = Impossible<S::Ok, S::Error>;
    type SerializeTupleVariant = Impossible<S::Ok, S::Error>;
    type SerializeMap = Impossible<S::Ok, S::Error>;
    type SerializeStruct = StructFields<S::SerializeStructVariant>;
    type SerializeStructVariant = Impossible<S::Ok, S::Error>;

    fn serialize_struct(self, _name: &'static str, fields: usize) -> Result<Self::SerializeStruct, S::Error> {
        self.to.serialize_struct_variant(self.of, self.index, self.variant, fields).map(StructFields)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<S::Ok, S::Error> {
        self.to.serialize_newtype_variant(self.of, self.index, self.variant, value)
    }

    refuse! {
        S::Ok:
            serialize_bool(bool), serialize_char(char), serialize_str(&str), serialize_bytes(&[u8]),
            serialize_i8(i8), serialize_i16(i16), serialize_i32(i32), serialize_i64(i64),
            serialize_u8(u8), serialize_u16(u16), serialize_u32(u32), serialize_u64(u64),
            serialize_f32(f32), serialize_f64(f64),
            serialize_none(), serialize_some<T>(&T), serialize_unit(), serialize_unit_struct(&'static str),
            serialize_unit_variant(&'static str, u32, &'static str),
            serialize_newtype_variant<T>(&'static str, u32, &'static str, &T);
        Self::SerializeSeq: serialize_seq(Option<usize>);
        Self::SerializeTuple: serialize_tuple(usize);
        Self::SerializeTupleStruct: serialize_tuple_struct(&'static str, usize);
        Self::SerializeTupleVariant: serialize_tuple_variant(&'static str, u32, &'static str, usize);
        Self::SerializeMap: serialize_map(Option<usize>);
        Self::SerializeStructVariant: serialize_struct_variant(&'static str, u32, &'static str, usize);
    }
}
