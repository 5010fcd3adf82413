//! Quantises the columns of a matrix into bins.

use super::Matrix;

/// Approximate number of values sampled to place the edges of a column's bins.
const SAMPLE_SIZE: usize = 200_000;

/// One column.
#[derive(Debug)]
pub(super) struct Column {
    /// The bin of each row.
    pub(super) bins: Vec<u8>,
    /// The greatest value of each bin but the last: a value is in the first bin whose edge it does not exceed.
    pub(super) edges: Vec<f32>,
}

/// A matrix by columns, each value replaced by the number of its bin. All columns are cut into at most `bins` bins, 256 if that is less.
pub(super) fn columns(rows: &Matrix, bins: usize) -> Vec<Column> {
    let bins = bins.clamp(1, 256);
    let columns = (0..rows.width).map(|column| {
        let values = || rows.values.iter().skip(column).step_by(rows.width).copied();
        let edges = edges(values().step_by(1 + rows.len() / SAMPLE_SIZE), bins);
        Column {
            bins: values().map(|value| bin(&edges, value)).collect(),
            edges,
        }
    });
    columns.collect()
}

fn bin(edges: &[f32], value: f32) -> u8 {
    u8::try_from(edges.partition_point(|edge| *edge < value)).unwrap_or(u8::MAX)
}

/// Edges that leave about equally many values in each bin. A value that is itself as frequent as a bin has its own.
fn edges(values: impl Iterator<Item = f32>, bins: usize) -> Vec<f32> {
    let mut values: Vec<f32> = values.collect();
    values.sort_unstable_by(f32::total_cmp);
    // Each value with its number of occurrences; 0 and -0 are one.
    let runs: Vec<(f32, usize)> = values
        .chunk_by(|a, b| a >= b)
        .filter_map(|run| Some((*run.first()?, run.len())))
        .collect();
    let (mut rest, mut filled) = (values.len(), 0);
    let mut edges = Vec::new();
    for pair in runs.windows(2) {
        let ((value, count), (next, next_count)) = (pair[0], pair[1]);
        filled += count;
        let left = bins - edges.len();
        let fair = rest / left;
        let full = runs.len() <= bins || filled >= fair || next_count >= fair;
        if left > 1 && full {
            edges.push(between(value, next));
            rest -= filled;
            filled = 0;
        }
    }
    edges
}

/// A number from `low` to below `high` with as few digits as possible.
fn between(low: f32, high: f32) -> f32 {
    let middle = f32::midpoint(low, high);
    (0..9)
        .filter_map(|digits| format!("{middle:.digits$e}").parse().ok())
        .find(|short| (low..high).contains(short))
        .unwrap_or(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_values_have_a_bin_each_and_edges_are_short() {
        let values = [1.0, 3.0, 2.0, 3.0, -0.0, 0.0, 0.333_333_34];
        let edges = edges(values.into_iter(), 127);
        assert_eq!(edges, [0.2, 0.7, 1.5, 2.0]);
    }

    #[test]
    fn frequent_values_have_their_own_bins_and_the_others_share_evenly() {
        let values = (0..1000_u16).map(|n| if n < 400 { 0.0 } else { f32::from(n) });
        let edges = edges(values, 7);
        assert_eq!(edges.len(), 6);
        assert!((0.0..400.0).contains(&edges[0]));
        for (edge, fair) in edges[1..].iter().zip([500.0, 600.0, 700.0, 800.0, 900.0]) {
            assert!((edge - fair).abs() < 5.0, "{edges:?}");
        }
    }

    #[test]
    fn a_value_is_in_the_first_bin_whose_edge_it_does_not_exceed() {
        let rows = Matrix {
            width: 2,
            values: vec![1.0, 7.0, 2.0, 7.0, 3.0, 7.0, 2.0, 7.0],
        };
        let columns = columns(&rows, 127);
        assert_eq!(columns[0].bins, [0, 1, 2, 1]);
        assert_eq!(columns[1].bins, [0; 4]);
        assert!(columns[1].edges.is_empty());
    }
}
