#!/usr/bin/env bash
# Measures a whole night: 60 sites with pages of real size, from an empty database to ranked stories and an export. For comparison, the same
# night with Scrapy and trafilatura into PostgreSQL, which produces texts and metadata only.
#
#     bench/night.sh [PAGES] [alone]     default: 20,000 pages; `alone` leaves out the peer, which takes most of an hour
#
# The pages are those of ../shared/data (or $SHARED/data), which is not part of this repository, repeated with other words. They are served
# on loopback. Needs python3; Scrapy, trafilatura and psycopg come from PyPI. The table and name=value lines go to standard output;
# bench/night.md quotes and explains them.
set -euo pipefail
cd "$(dirname "$0")/.."

source bench/data.sh
source bench/program.sh
source bench/venv.sh
peer=peer
[ "${2:-}" != alone ] || peer=alone
[ "$peer" = alone ] || venv bench/scratch/night-venv scrapy==2.19.0 trafilatura==2.3.1 "psycopg[binary]==3.3.9"
trap 'rm -rf bench/scratch/night/sites bench/scratch/night/data bench/scratch/night/peer bench/scratch/night/corpus' EXIT
PYTHONDONTWRITEBYTECODE=1 python3 -u bench/night "${1:-20000}" "$peer"
