//! Clusters of the page's blocks by tag ratio.
//!
//! Source: T. Weninger, W. Hsu, J. Han, *CETR: Content Extraction via Tag Ratios* (WWW 2010), also evaluated on Chinese pages:
//! the page is a sequence of pieces, each with its ratio of text to tags. The ratios are smoothed, and each is paired with the
//! change that follows it. k-means finds three clusters of these points, one of them fixed at the origin. The pieces in that
//! cluster are left out.
//!
//! The pieces here are blocks. The ratio is that of letters outside links to the elements and links that begin after the
//! previous block.

use super::text_statistics::letters_outside_links;
use extract::{Extractor, Filter, Labels};
use html::TextDocument;

/// Number of clusters.
const CLUSTERS: usize = 3;
/// Blocks on each side that smooth a ratio, and blocks over which a change is measured.
const SMOOTHING_RADIUS: usize = 2;
const CHANGE_SPAN: usize = 3;

pub(crate) const BLOCK_CLUSTERS: Extractor = Extractor {
    name: "block-clusters",
    summary: "blocks in three clusters by their ratio of text to tags and its change; all but the lowest cluster",
    source: "T. Weninger, W. Hsu, J. Han: CETR: Content Extraction via Tag Ratios, WWW 2010",
    steps: &[Filter::new("clusters-of-tag-ratios", keep_clusters)],
};

/// A smoothed ratio and the change that follows it.
type Point = [f64; 2];

fn keep_clusters(document: &TextDocument, labels: &mut Labels) {
    let points = points(&ratios(document));
    let clusters = clusters(&points);
    labels.keep(|block| clusters[block] > 0);
}

/// For each block: letters outside links per tag since the previous block.
fn ratios(document: &TextDocument) -> Vec<f64> {
    let mut element = 0;
    let ratio = |block: &html::TextBlock| {
        let elements = document.elements[element..].iter();
        let begun = elements
            .take_while(|next| next.source.start <= block.offset)
            .count();
        element += begun;
        let tags = count(begun) + f64::from(block.links);
        let letters = letters_outside_links(document, block);
        #[expect(
            clippy::cast_precision_loss,
            reason = "a page has fewer than 2^52 letters"
        )]
        let letters = letters as f64;
        letters / tags.max(1.0)
    };
    document.blocks.iter().map(ratio).collect()
}

fn points(ratios: &[f64]) -> Vec<Point> {
    let mean = |from: usize, to: usize| {
        let some = ratios.get(from..to.min(ratios.len())).unwrap_or_default();
        some.iter().sum::<f64>() / count(some.len().max(1))
    };
    let smooth: Vec<f64> = (0..ratios.len())
        .map(|at| {
            mean(
                at.saturating_sub(SMOOTHING_RADIUS),
                at + SMOOTHING_RADIUS + 1,
            )
        })
        .collect();
    let change = |at: usize| {
        let ahead = smooth.get(at..(at + CHANGE_SPAN).min(smooth.len()));
        let ahead = ahead.unwrap_or_default();
        (ahead.iter().sum::<f64>() / count(ahead.len().max(1)) - smooth[at]).abs()
    };
    (0..smooth.len())
        .map(|at| [smooth[at], change(at)])
        .collect()
}

/// The cluster of each point. Cluster 0 is at the origin.
fn clusters(points: &[Point]) -> Vec<usize> {
    let most = |side: usize| points.iter().map(|point| point[side]).fold(0.0, f64::max);
    let far = [most(0), most(1)];
    let mut centres: [Point; CLUSTERS] = [[0.0; 2], far.map(|far| far / 2.0), far];
    let mut nearest = vec![0; points.len()];
    for _ in 0..50 {
        let before = nearest.clone();
        nearest = points
            .iter()
            .map(|point| {
                let away = |cluster: &usize| distance(*point, centres[*cluster]);
                let all = 0..CLUSTERS;
                all.min_by(|a, b| away(a).total_cmp(&away(b))).unwrap_or(0)
            })
            .collect();
        if nearest == before {
            break;
        }
        for (cluster, centre) in centres.iter_mut().enumerate().skip(1) {
            let own = std::iter::zip(points, &nearest).filter(|(_, of)| **of == cluster);
            let own: Vec<&Point> = own.map(|(point, _)| point).collect();
            if !own.is_empty() {
                let mean = |side: usize| own.iter().map(|point| point[side]).sum::<f64>();
                *centre = [0, 1].map(|side| mean(side) / count(own.len()));
            }
        }
    }
    nearest
}

fn distance(a: Point, b: Point) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

#[expect(clippy::cast_precision_loss, reason = "a page has at most 2^20 blocks")]
fn count(n: usize) -> f64 {
    n as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use extract::text_of;
    use html::parse;

    #[test]
    fn blocks_of_the_cluster_at_the_origin_are_left_out() {
        let points = [
            [0.0, 0.0],
            [2.0, 1.0],
            [100.0, 0.0],
            [90.0, 3.0],
            [1.0, 0.0],
        ];
        let clusters = clusters(&points);
        assert_eq!((clusters[0], clusters[1], clusters[4]), (0, 0, 0));
        assert!(clusters[2] > 0 && clusters[3] > 0);
    }

    #[test]
    fn ratios_are_letters_outside_links_by_tags() {
        let document = parse("<div><p>eins zwei</p></div><p><a href=/x>drei</a> vier</p>");
        // body, div and p begin before the first, p and a link in the second
        assert_eq!(ratios(&document), [8.0 / 3.0, 4.0 / 2.0]);
    }

    #[test]
    fn a_text_between_menus_is_kept() {
        let menu = "<ul>".to_owned() + &"<li><a href=/x>新闻</a></li>".repeat(12) + "</ul>";
        let text =
            "<p>昨天，一座新的大桥在这个城市正式通车了，市长和许多市民参加了仪式。</p>".repeat(8);
        let document = parse(&format!("{menu}{text}{menu}"));
        let kept = text_of(&document, &BLOCK_CLUSTERS.label(&document));
        assert!(kept.matches("大桥").count() == 8, "{kept}");
        assert!(kept.matches("新闻").count() < 6, "{kept}");
    }

    #[test]
    fn a_page_without_blocks_has_no_clusters() {
        assert!(clusters(&points(&[])).is_empty());
    }
}
