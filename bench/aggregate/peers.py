"""The usual methods: MinHash for copies, TF-IDF in a single pass for stories."""

import collections
import re

import numpy
import snowballstemmer
from datasketch import MinHash, MinHashLSH
from sklearn.feature_extraction.text import TfidfVectorizer

WORD = re.compile(r"\w+")


def minhash(articles, bands=14, rows=8):
    """The group of each article, as in FineWeb: 5-grams of words, 14 bands of 8, joined transitively."""
    index = MinHashLSH(num_perm=bands * rows, params=(bands, rows))
    parent = list(range(len(articles)))

    def root(at):
        while parent[at] != at:
            parent[at] = at = parent[parent[at]]
        return at

    for at, article in enumerate(articles):
        words = WORD.findall(article["text"].lower())
        grams = {" ".join(words[i : i + 5]) for i in range(max(1, len(words) - 4))}
        sketch = MinHash(num_perm=bands * rows)
        sketch.update_batch([gram.encode() for gram in grams])
        for other in index.query(sketch):
            first, second = sorted((root(at), root(other)))
            parent[second] = first
        index.insert(at, sketch)
    return [root(at) for at in range(len(articles))]


def single_pass(articles, background, threshold):
    """The story of each article: TF-IDF of stems; an article joins the nearest centroid at or above the threshold."""
    stemmer = snowballstemmer.stemmer("english")
    known = {}

    def words(text):
        for word in re.findall(r"(?u)\b\w\w+\b", text.lower()):
            if word not in known:
                known[word] = stemmer.stemWord(word)
            yield known[word]

    both = lambda article: f"{article['title']} {article['text']}"
    model = TfidfVectorizer(analyzer=lambda text: list(words(text)), sublinear_tf=True)
    model.fit([both(article) for article in background + articles])
    vectors = model.transform([both(article) for article in articles])
    sums = numpy.zeros((0, vectors.shape[1]), dtype=numpy.float32)
    stories = []
    for at in range(len(articles)):
        vector = vectors[at]
        best, story = -1.0, None
        if len(sums):
            lengths = numpy.linalg.norm(sums, axis=1)
            likeness = (vector @ sums.T).ravel() / numpy.maximum(lengths, 1e-9)
            story = int(likeness.argmax())
            best = likeness[story]
        if best < threshold:
            story = len(sums)
            sums = numpy.vstack([sums, numpy.zeros((1, vectors.shape[1]), dtype=numpy.float32)])
        sums[story, vector.indices] += vector.data
        stories.append(story)
    return stories


def pairs_f(gold, found):
    """F1 of the pairs that share a group."""
    both = lambda groups: sum(n * (n - 1) / 2 for n in collections.Counter(groups).values())
    hit, true, predicted = both(list(zip(gold, found))), both(gold), both(found)
    return 2 * hit / (true + predicted) if true + predicted else 1.0


def b_cubed_f(gold, found):
    """F1 of B-cubed precision and recall."""
    cells, rows, columns = collections.Counter(zip(gold, found)), collections.Counter(gold), collections.Counter(found)
    precision = sum(cells[g, f] / columns[f] for g, f in zip(gold, found)) / len(gold)
    recall = sum(cells[g, f] / rows[g] for g, f in zip(gold, found)) / len(gold)
    return 2 * precision * recall / (precision + recall)
