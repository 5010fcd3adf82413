"""Fills the database at $DATABASE_URL with generated articles and groups them. See aggregation.sh."""

import datetime
import hashlib
import itertools
import os
import random
import subprocess
import sys
import time

URL, GLEANER = os.environ["DATABASE_URL"], os.environ["GLEANER"]
ARTICLES, DAYS, WORDS, SITES = int(sys.argv[1]), float(sys.argv[2]), 350, 50
SYLLABLES = "ba ke ri to lu san mer din vo gra pel ti schu na wor fe".split()
BEGIN = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)


def psql(sql):
    command = ["psql", "--no-psqlrc", "--quiet", "--no-align", "--tuples-only", "--set", "ON_ERROR_STOP=1", URL]
    return subprocess.run(command, input=sql, check=True, capture_output=True, text=True).stdout.strip()


def word(rank):
    made = ""
    while rank:
        made, rank = made + SYLLABLES[rank % 16], rank // 16
    return made


random.seed(1)
VOCABULARY = [word(rank) for rank in range(1, 200_001)]
COMMON, RARE = VOCABULARY[:5000], VOCABULARY[1000:]
# Word frequencies follow Zipf's law.
TOLD = random.choices(VOCABULARY, cum_weights=list(itertools.accumulate(rank**-1.05 for rank in range(1, 200_001))), k=1 << 20)


def event():
    words = random.choices(RARE, k=30)
    return words[:25], [name.capitalize() for name in words[25:]], str(random.randrange(10**6))


def tell(words, names, figure):
    text = random.choices(TOLD, k=WORDS)
    for number, at in enumerate(random.sample(range(WORDS), WORDS // 6)):
        text[at] = random.choice(words) if number % 17 < 12 else random.choice(names) if number % 17 < 16 else figure
    for at in range(0, WORDS, 12):
        text[at] = (". " if at else "") + text[at].capitalize()
    return f"{names[0]} {random.choice(words)} {random.choice(COMMON)} {random.choice(words)}", " ".join(text)


def articles():
    """Two of ten are copies of one of the last 5,000; six report one of 300 events, one of which is replaced every 300 articles."""
    events, last = [event() for _ in range(300)], []
    for number in range(1, ARTICLES + 1):
        if number % 300 == 0:
            events[random.randrange(300)] = event()
        dice = random.random()
        if dice < 0.2 and last:
            title, text = last[-random.randint(1, min(5000, len(last)))]
            text = f"{random.choice(VOCABULARY)}. {text}"
        else:
            title, text = tell(*(events[int(random.random() ** 2 * 300)] if dice < 0.8 else event()))
        last.append((title, text))
        if len(last) > 6000:
            del last[:1000]
        yield number, BEGIN + datetime.timedelta(days=DAYS * number / ARTICLES), title, text


def fill():
    psql(
        f"""drop trigger articles_search on articles;
        insert into sites (site_id, name, home, domain, seeded)
            select 's' || n, 's' || n, 'https://s' || n || '.example/', 's' || n || '.example', false from generate_series(1, {SITES}) n;
        insert into hosts (site_id, authority, scheme, domain)
            select 's' || n, 's' || n || '.example', 'https', 's' || n || '.example' from generate_series(1, {SITES}) n;
        create table generated (number bigint, at timestamptz, title text, text text, url text, article_id text, content_hash text)"""
    )
    copy = ["psql", "--no-psqlrc", "--quiet", "--command", "copy generated from stdin", URL]
    with subprocess.Popen(copy, stdin=subprocess.PIPE, text=True) as into:
        for number, at, title, text in articles():
            url = f"https://s{number % SITES + 1}.example/a/{number}"
            hashes = (hashlib.sha256(field.encode()).hexdigest() for field in (url, text.lower()))
            into.stdin.write("\t".join([str(number), at.isoformat(), title, text, url, *hashes]) + "\n")
    psql(
        f"""set synchronous_commit = off;
        insert into article_heads (article_id, last_version) select article_id, 1 from generated;
        insert into seen (host_id, url_hash, url_id, url, kind, via, priority, depth, first_seen) overriding system value
            select host_id, md5(g.url)::uuid, number, g.url, 'page', 'import', 1, 1, at + interval '1 hour'
            from generated g join hosts on authority = split_part(g.url, '/', 3);
        insert into articles (article_id, version, is_latest, host_id, url_id, page_id, fetched_at, last_seen_at, url, http_status,
                identity, title, text, content_hash, word_count, date_published, language, extractor, extractor_version, derived_hash)
            select article_id, 1, true, host_id, number, number, at + interval '1 hour', at + interval '1 hour', g.url, 200,
                g.url, title, text, content_hash, {WORDS}, at, 'de', 'generated', '1', ''
            from generated g join hosts on authority = split_part(g.url, '/', 3) order by number;
        insert into publications (cursor, article_id, version, content_cursor)
            select cursor, article_id, 1, cursor
            from (select nextval('publication_numbers') as cursor, article_id from (select * from generated order by number) ordered) numbered;
        insert into history (series, last) select 'changes', max(cursor) from publications;
        drop table generated;
        analyze;
        checkpoint"""
    )


def main():
    if psql("select count(*) from articles") == "0":
        fill()
    wal, begun = psql("select pg_current_wal_insert_lsn()"), time.monotonic()
    program = subprocess.Popen([GLEANER, "aggregate"], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(program.pid, 0)
    if status:
        sys.exit("`gleaner aggregate` has failed")
    peak = used.ru_maxrss * 1024 / 1e6
    figures = {
        "articles": psql("select count(*) from copies"),
        "copies": psql("select count(duplicate_of) from copies"),
        "stories": psql("select count(*) from stories where merged_into is null"),
        "chunks": psql("select token from aggregate_claim"),
        "seconds": f"{time.monotonic() - begun:.0f}",
        "peak_resident_mb": f"{peak:.0f}",
        "wal_mb": psql(f"select round(pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '{wal}') / 1e6)"),
        "state_mb": psql("select round(sum(length(state)) / 1e6) from aggregate_state"),
    }
    for name, value in figures.items():
        print(f"aggregation_{name}={value}")
    if int(figures["articles"]) < ARTICLES or peak >= 500:
        sys.exit("not all of them, or not in 500 MB")


main()
