//! Enumerations that are text in the database.

/// Gives an enumeration its name in the database for each variant: `as_str`, `Display` and `FromStr`.
macro_rules! names {
    ($type:ident { $($variant:ident => $name:literal),+ $(,)? }) => {
        impl $type {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Its name in the database and in JSON.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::StoreError;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                match name {
                    $($name => Ok(Self::$variant),)+
                    _ => Err($crate::StoreError::Invalid(format!(concat!("{:?} is no ", stringify!($type)), name))),
                }
            }
        }
    };
}

pub(crate) use names;
