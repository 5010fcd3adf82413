use proptest::prelude::*;

use super::*;

const NAMES: [&str; 3] = ["words", "link_density", "p+1"];

fn text(trees: &[&str]) -> ForestFile {
    ForestFile {
        format: FORMAT,
        bias: 0.5,
        trees: trees.iter().map(|tree| (*tree).to_owned()).collect(),
    }
}

#[test]
fn a_row_scores_the_bias_and_one_leaf_of_each_tree() {
    let forest = Forest::read(
        &text(&["words<=12.5 -0.25 link_density<=0.25 1.0 -1.0", "2.0"]),
        &NAMES,
    )
    .unwrap();
    assert_eq!(forest.len(), 2);
    assert_eq!(forest.score(&[12.5, 0.9, 0.0]), 0.5 - 0.25 + 2.0);
    assert_eq!(forest.score(&[13.0, 0.25, 0.0]), 0.5 + 1.0 + 2.0);
    assert_eq!(forest.score(&[13.0, 0.26, 0.0]), 0.5 - 1.0 + 2.0);
    assert_eq!(forest.score(&[]), 0.5 - 0.25 + 2.0);
}

#[test]
fn a_tree_is_read_as_it_was_written() {
    let written = "words<=1e-9 p+1<=-0.2 0.1 3.0 -1e20";
    let features = NAMES.into_iter().zip(0..).collect();
    let tree = parse::tree(written, 0, &features).unwrap();
    assert_eq!(tree.to_text(&NAMES), written);
}

#[test]
fn invalid_forests_are_refused() {
    let error = |trees: &[&str]| Forest::read(&text(trees), &NAMES).unwrap_err();
    assert_eq!(error(&["1.0", ""]), ForestError::Shape { tree: 1 });
    assert_eq!(error(&["words<=1 2"]), ForestError::Shape { tree: 0 });
    assert_eq!(error(&["1.0 2.0"]), ForestError::Shape { tree: 0 });
    assert!(matches!(
        error(&["size<=1 2 3"]),
        ForestError::UnknownFeature { tree: 0, .. }
    ));
    for number in ["inf", "NaN", "x", "words<=x 1 2"] {
        assert!(matches!(error(&[number]), ForestError::Number { .. }));
    }
    let deep = "words<=1 0 ".repeat(100_000) + "0";
    assert_eq!(error(&[&deep]), ForestError::TooLarge);
    let other = ForestFile {
        format: 2,
        ..text(&[])
    };
    assert_eq!(
        Forest::read(&other, &NAMES).unwrap_err(),
        ForestError::Format(2)
    );
}

#[test]
fn thirty_two_leaves_are_enough_and_one_more_is_too_many() {
    let comb = |splits: usize| "words<=1 0 ".repeat(splits) + "7";
    let forest = Forest::read(&text(&[&comb(31)]), &NAMES).unwrap();
    assert_eq!(forest.score(&[2.0]), 7.5);
    assert!(Forest::read(&text(&[&comb(32)]), &NAMES).is_err());
    let balanced = |depth: u32| {
        (0..depth).fold(Tree::Leaf(1.0), |tree, _| Tree::Split {
            feature: 0,
            threshold: 0.0,
            below: Box::new(tree.clone()),
            above: Box::new(tree),
        })
    };
    assert!(Forest::new(0.0, &[balanced(5)]).is_ok());
    assert!(Forest::new(0.0, &[balanced(6)]).is_err());
}

fn trees() -> impl Strategy<Value = Tree> {
    let leaf = (-4.0_f32..4.0).prop_map(Tree::Leaf);
    leaf.prop_recursive(5, 31, 2, |inner| {
        (0_u16..5, -2.0_f32..2.0, inner.clone(), inner).prop_map(
            |(feature, threshold, below, above)| Tree::Split {
                feature,
                threshold,
                below: Box::new(below),
                above: Box::new(above),
            },
        )
    })
}

proptest! {
    #[test]
    fn rows_taken_together_score_as_each_row_walked_alone(
        trees in prop::collection::vec(trees(), 0..9),
        rows in prop::collection::vec(-2.5_f32..2.5, 0..5 * 40),
    ) {
        let forest = Forest::new(0.25, &trees).unwrap();
        let mut scores = vec![0.0; rows.len() / 5];
        forest.score_rows(&rows, 5, &mut scores);
        for (row, score) in rows.chunks_exact(5).zip(scores) {
            let walked = trees.iter().fold(0.25, |sum, tree| sum + tree.score(row));
            prop_assert_eq!(score, walked);
        }
    }
}
