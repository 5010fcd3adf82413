//! Mutates valid inputs.

use std::time::{Duration, Instant};

use crate::random::Random;

/// Maximum length of an input in bytes.
const MAX_INPUT_BYTES: usize = 1 << 16;

/// Maximum mean time per input in a debug build on a busy machine; a quadratic algorithm exceeds it.
const MAX_MEAN_TIME: Duration = Duration::from_millis(40);

/// Checks inputs made from `seeds` by a few changes each: cut, overwritten, repeated, and mixed with each other and with the words of
/// `dictionary`. They are the same each time. Each value of the environment variable `GLEANER_FUZZ_SEED` gives others, and five times
/// as many.
///
/// # Panics
///
/// If the checks take too long.
pub fn try_mutated(
    seeds: &[&str],
    dictionary: &[impl AsRef<[u8]>],
    count: u32,
    check: impl Fn(&[u8]),
) {
    let seed = std::env::var("GLEANER_FUZZ_SEED").unwrap_or_default();
    // Shown if a test fails.
    eprintln!("the inputs are those of GLEANER_FUZZ_SEED={seed}");
    let seeds: Vec<&[u8]> = seeds.iter().map(|seed| seed.as_bytes()).collect();
    let dictionary: Vec<&[u8]> = dictionary.iter().map(AsRef::as_ref).collect();
    let count = if seed.is_empty() { count } else { 5 * count };
    let mut random = Random::new(1, &format!("mutated{seed}"));
    let began = Instant::now();
    for _ in 0..count {
        let mut input = random.pick(&seeds).to_vec();
        for _ in 0..=random.below(6) {
            change(&mut input, &seeds, &dictionary, &mut random);
        }
        check(&input);
    }
    let took = began.elapsed();
    assert!(took < MAX_MEAN_TIME * count, "{took:?}");
}

fn change(input: &mut Vec<u8>, seeds: &[&[u8]], dictionary: &[&[u8]], random: &mut Random) {
    let at = random.below(input.len() + 1);
    let end = at + random.below((input.len() - at).min(64) + 1);
    match random.below(7) {
        0 => input.truncate(at),
        1 => drop(input.drain(at..end)),
        2 => {
            if let Some(byte) = input.get_mut(at) {
                *byte = random.next().to_le_bytes()[0];
            }
        }
        3 => {
            let times = 1 << random.below(10);
            let piece = input[at..end].repeat(times);
            insert(input, at, &piece);
        }
        4 => {
            let other = random.pick(seeds);
            let from = random.below(other.len() + 1);
            insert(input, at, &other[from..(from + 64).min(other.len())]);
        }
        5 => {
            let odd: [&[u8]; 6] = [
                b"\0",
                b"\xff\xfe",
                b"\xe2\x80\xae",
                b"\x1b[2J",
                b"\r\n",
                b"99999999999999999999",
            ];
            insert(input, at, random.pick(&odd));
        }
        _ => insert(input, at, random.pick(dictionary)),
    }
}

fn insert(input: &mut Vec<u8>, at: usize, piece: &[u8]) {
    if input.len() + piece.len() <= MAX_INPUT_BYTES {
        input.splice(at..at, piece.iter().copied()).for_each(drop);
    }
}
