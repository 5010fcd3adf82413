"""Synthetic pages, the real pages if they are beside the repository, and the program."""

import gzip
import json
import os
import pathlib
import shutil

import pytest

SHARED = pathlib.Path(os.environ.get("SHARED", pathlib.Path(__file__).resolve().parents[3] / "shared"))

FIRST = "Der Rat der Stadt hat am Dienstag beschlossen, die alte Brücke über den Fluss bis zum Winter für den Verkehr zu sperren."
PARAGRAPHS = [
    FIRST + " Die Pfeiler sind nach einem Gutachten so stark beschädigt, dass schwere Lastwagen sie nicht mehr befahren dürfen.",
    "„Wir hätten das gern vermieden“, sagte die Baudezernentin Anna Beispiel am Abend vor {number} Zuhörern im Rathaus. Eine Reparatur "
    "koste nach ersten Schätzungen vier Millionen Euro, das Geld stehe frühestens im kommenden Jahr bereit.",
    "Anwohner kritisierten den Beschluss. Wer auf der anderen Seite wohnt, braucht nun eine halbe Stunde länger zur Arbeit, wie eine "
    "Sprecherin der Initiative vorrechnete. Händler in der Altstadt fürchten um ihre Kundschaft in der Adventszeit.",
    "Die Stadtwerke wollen den Umweg erträglicher machen. Von Montag an fährt die Buslinie zwölf alle zehn Minuten, und die Karten "
    "gelten auch auf der Fähre. Für Radfahrer und Fußgänger bleibt ein schmaler Steg neben der Baustelle offen.",
    "Über die Zukunft der Brücke entscheidet der Rat im Frühjahr. Zur Wahl stehen eine Sanierung und ein Neubau, der einige Meter "
    "flussabwärts entstehen könnte. Die Denkmalschützer haben bereits Widerstand gegen einen Abriss angekündigt.",
]
ITEMS = [
    "Die Fähre fährt vom Morgen bis zum späten Abend alle zwanzig Minuten, sagte der Kapitän der Reederei am Dienstag.",
    "Der Bus hält während der Bauzeit auch am alten Markt, damit niemand den weiten Weg vom Bahnhof laufen muss.",
]


def article(number: int = 1, charset: str = "utf-8") -> str:
    text = "".join(f"<p>{paragraph.format(number=100 + number)}</p>" for paragraph in PARAGRAPHS[:4])
    items = "".join(f"<li>{item}</li>" for item in ITEMS)
    return (
        f"<!DOCTYPE html><html lang='de'><head><meta charset='{charset}'><title>Brücke {number} gesperrt – Zeitung</title>"
        "<meta property='og:type' content='article'><meta name='author' content='Berta Muster'>"
        "<meta property='og:site_name' content='Zeitung'><meta name='description' content='Die Pfeiler sind beschädigt.'>"
        "<meta property='article:published_time' content='2026-03-01T08:30:00+01:00'>"
        "<meta property='og:image' content='/bild.jpg'></head>"
        "<body><nav><a href='/'>Start</a> <a href='/sport'>Sport</a></nav>"
        f"<article><h1>Brücke {number} gesperrt</h1><p class='byline'>Von Berta Muster</p>{text}"
        f"<h2>Was nun kommt</h2><ul>{items}</ul><p>{PARAGRAPHS[4]}</p></article>"
        "<footer><a href='/impressum'>Impressum</a></footer></body></html>"
    )


URL = "https://www.zeitung.example/lokales/rat-sperrt-die-alte-bruecke-1.html"
IMPRINT = "<html><head><title>Impressum</title></head><body><h1>Impressum</h1><p>Angaben gemäß § 5 TMG: Zeitung GmbH</p></body></html>"


@pytest.fixture(scope="session")
def program() -> str:
    """The program of the wheel, unless $GLEANER names another."""
    found = os.environ.get("GLEANER") or shutil.which("gleaner")
    assert found, "the wheel has no program"
    return found


@pytest.fixture(scope="session")
def real_pages() -> list[dict]:
    path = SHARED / "data/dev/fundus.jsonl.gz"
    if not path.exists():
        pytest.skip(f"no real pages: {path} is missing")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]
