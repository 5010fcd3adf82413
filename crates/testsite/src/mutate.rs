//! Mutates valid inputs.

use crate::random::Random;

/// Maximum length of an input in bytes.
const MAX_INPUT_BYTES: usize = 1 << 16;

/// Inputs made from `seeds` by a few changes each: cut, overwritten, repeated, and mixed with each other and with the words of
/// `dictionary`. They are the same each time. Each value of the environment variable `GLEANER_FUZZ_SEED` gives others, and five times
/// as many.
pub fn mutated(
    seeds: &[&[u8]],
    dictionary: &[&[u8]],
    count: usize,
) -> impl Iterator<Item = Vec<u8>> {
    let seed = std::env::var("GLEANER_FUZZ_SEED").unwrap_or_default();
    // Shown if a test fails.
    eprintln!("the inputs are those of GLEANER_FUZZ_SEED={seed}");
    let count = if seed.is_empty() { count } else { 5 * count };
    let mut random = Random::new(1, &format!("mutated{seed}"));
    (0..count).map(move |_| {
        let mut input = random.pick(seeds).to_vec();
        for _ in 0..=random.below(6) {
            change(&mut input, seeds, dictionary, &mut random);
        }
        input
    })
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
