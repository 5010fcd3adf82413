//! `X-Hub-Signature`: authenticates a push (`WebSub`, section 8).

use hmac::{Hmac, KeyInit, Mac};
use sha1::Sha1;
use sha2::{Sha256, Sha384, Sha512};

/// Whether `header`, such as `sha256=…`, signs `body` with `secret`. Compares in constant time.
pub(crate) fn is_valid(header: &str, secret: &str, body: &[u8]) -> bool {
    let Some((method, claimed)) = header.trim().split_once('=') else {
        return false;
    };
    let Ok(claimed) = hex::decode(claimed.trim()) else {
        return false;
    };
    let secret = secret.as_bytes();
    match method.trim().to_ascii_lowercase().as_str() {
        "sha1" => signs::<Hmac<Sha1>>(secret, body, &claimed),
        "sha256" => signs::<Hmac<Sha256>>(secret, body, &claimed),
        "sha384" => signs::<Hmac<Sha384>>(secret, body, &claimed),
        "sha512" => signs::<Hmac<Sha512>>(secret, body, &claimed),
        _ => false,
    }
}

fn signs<M: Mac + KeyInit>(secret: &[u8], body: &[u8], claimed: &[u8]) -> bool {
    <M as KeyInit>::new_from_slice(secret).is_ok_and(|mut mac| {
        mac.update(body);
        mac.verify_slice(claimed).is_ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 2202, section 3, and RFC 4231, section 4.3: key "Jefe", the same text.
    #[test]
    fn the_test_vectors_of_the_standards_are_valid() {
        let text = b"what do ya want for nothing?";
        for signature in [
            "sha1=effcdf6ae5eb2fa2d27416d5f184df9c259a7c79",
            "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
            "SHA256=5BDCC146BF60754E6A042426089575C75A003F089D2739839DEC58B964EC3843",
            "sha384=af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649",
            "sha512=164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737",
        ] {
            assert!(is_valid(signature, "Jefe", text), "{signature}");
            assert!(!is_valid(signature, "Jeff", text), "{signature}");
            assert!(!is_valid(signature, "Jefe", b"another text"), "{signature}");
        }
    }

    #[test]
    fn other_signatures_are_invalid() {
        for signature in [
            "",
            "sha256=",
            "md5=00",
            "5bdcc146",
            "sha256=zz",
            "sha256=5",
            "sha1=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
            "sha256=5bdcc146bf60754e",
        ] {
            assert!(
                !is_valid(signature, "Jefe", b"what do ya want for nothing?"),
                "{signature}"
            );
        }
    }
}
