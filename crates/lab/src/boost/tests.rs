use extract::learned::trees::Forest;

use super::*;

/// Rows of three columns: true inside a ring of the first two, which no single split can separate; the third is noise.
fn rings(rows: usize) -> (Matrix, Vec<bool>) {
    let mut random = Random::new(1);
    let mut matrix = Matrix {
        width: 3,
        values: Vec::new(),
    };
    let mut targets = Vec::new();
    for _ in 0..rows {
        let [x, y, z]: [f32; 3] = [(); 3].map(|()| short(random.unit() * 2.0 - 1.0));
        matrix.values.extend([x, y, z]);
        targets.push((0.2..0.7).contains(&(x * x + y * y)));
    }
    (matrix, targets)
}

fn settings() -> BoostSettings {
    BoostSettings {
        trees: 60,
        leaves: 15,
        least_rows: 5,
        column_share: 0.7,
        ..BoostSettings::default()
    }
}

fn share_right(forest: &Forest, rows: &Matrix, targets: &[bool]) -> f64 {
    let mut scores = vec![0.0; rows.len()];
    forest.score_rows(&rows.values, rows.width, &mut scores);
    let right =
        std::iter::zip(scores, targets).filter(|(score, target)| (*score > 0.0) == **target);
    f64::from(u32::try_from(right.count()).unwrap()) / f64::from(u32::try_from(rows.len()).unwrap())
}

#[test]
fn unseen_rows_are_separated_by_the_best_and_by_random_splits_which_differ() {
    let (rows, targets) = rings(6_000);
    let half = 3_000 * rows.width;
    let [seen, unseen] = [&rows.values[..half], &rows.values[half..]].map(|values| Matrix {
        width: rows.width,
        values: values.to_vec(),
    });
    let grown = [(60, false, 0.93), (300, true, 0.9)].map(|(trees, random_splits, least)| {
        let settings = BoostSettings {
            trees,
            random_splits,
            ..settings()
        };
        let (bias, grown) = boost(&seen, &targets[..3_000], &vec![1.0; 3_000], &settings);
        let is_whole = grown.len() == trees || (random_splits && grown.len() < trees);
        assert!(is_whole, "{} trees", grown.len()); // those without a gain are left out
        let forest = Forest::new(bias, &grown).unwrap();
        let right = share_right(&forest, &unseen, &targets[3_000..]);
        assert!(right > least, "{right}");
        grown
    });
    assert_ne!(grown[0][0], grown[1][0]);
}

#[test]
fn the_same_rows_give_the_same_trees_on_any_number_of_threads() {
    let (rows, targets) = rings(5_000);
    let trained = |threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| boost(&rows, &targets, &vec![1.0; 5_000], &settings()))
    };
    assert_eq!(trained(1), trained(3));
}

#[test]
fn a_weight_counts_like_repeated_rows() {
    let rows = Matrix {
        width: 1,
        values: vec![0.0, 0.0, 1.0, 1.0],
    };
    let settings = BoostSettings {
        trees: 1,
        least_rows: 1,
        l2: 0.0,
        column_share: 1.0,
        row_share: 1.0,
        learning_rate: 1.0,
        ..BoostSettings::default()
    };
    let (bias, trees) = boost(
        &rows,
        &[true, false, true, false],
        &[3.0, 1.0, 1.0, 1.0],
        &settings,
    );
    assert_eq!(bias, short(2.0_f64.ln()));
    let Tree::Split { below, above, .. } = &trees[0] else {
        panic!("{trees:?}")
    };
    // p = 2/3 everywhere: slopes 4 * 2/3 - 3 and 2 * 2/3 - 1, curves 4 * 2/9 and 2 * 2/9.
    assert_eq!(**below, Tree::Leaf(short(0.375)));
    assert_eq!(**above, Tree::Leaf(short(-0.75)));
}

#[test]
fn rows_of_one_kind_make_no_tree() {
    let rows = Matrix {
        width: 1,
        values: vec![0.0, 1.0, 2.0],
    };
    let (bias, trees) = boost(&rows, &[true; 3], &[1.0; 3], &settings());
    assert!(bias > 5.0);
    assert!(trees.is_empty());
    let of_nothing = boost(&Matrix::default(), &[], &[], &settings());
    assert_eq!(of_nothing, (0.0, Vec::new()));
}
