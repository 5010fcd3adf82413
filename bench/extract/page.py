"""bench/extract.md: the tables of a run of all steps, and what is to be known about them."""

from dataclasses import dataclass, field

from methods import ROOT, ROUNDS, SLOW_ROUNDS, methods
from quality import held_out_of

OUT = ROOT / "bench/extract.md"


@dataclass
class Run:
    """What a run found."""

    date: str
    machine: str
    load: float
    end: str = ""
    end_load: float = 0.0
    speed: str = ""
    quality: str = ""
    wcxb: str = ""
    league: str = ""
    memory: str = ""
    values: dict = field(default_factory=dict)

    def ended(self, time, load):
        self.end, self.end_load = time, load


def write(run):
    ours = methods()[0]
    values = "\n".join(f"{name}={value}" for name, value in run.values.items())
    OUT.write_text(
        f"""# What an extraction costs, and what it yields

`bench/extract.sh` wrote this page: it builds the peers from the registries, makes every number here in one run, and prints the
values at the end of this page. Tables of one step: `bench/extract.sh speed`, `quality` or `memory`.

Measured on {run.date} to {run.end} UTC on {run.machine}; load {run.load:.1f} at the start, {run.end_load:.1f} at the end. The default
extractor was `{ours.name}`.

## Speed

From the page, decoded and in memory, to its text; one thread, CPU time.

{run.speed}

## Quality

F1 by the shared evaluator, over runs of four words (`trafilatura_eval`: over phrases that must and must not be in the text);
± is the standard deviation over {1000:,} resamples of the pages.

{run.quality}

**`quality_mean_minus_trafilatura={run.values.get("quality_mean_minus_trafilatura", "–")}`** is the mean of the three sets minus that of
trafilatura (Python), ± {run.values.get("quality_mean_minus_trafilatura_std", "–")} over resamples of the same pages for both.

## Page types

The pages of WCXB by their type:

{run.wcxb}

## Every extractor

F1 by `gleaner eval extract --extractor all`, best mean first. The weights of the learned ones have seen fundus; the table above
has the score of the default by sites that its weights have not seen.

{run.league}

## Memory

The most that `gleaner text` held (the peak of its resident set), metadata included. Allowed are 64 MB and three times the page.

{run.memory}

## What is counted, and whom it favours

- **Turns.** Each method is a process of its own that has read the same pages of `dev/aeb` and `dev/fundus`. They take turns, {ROUNDS} rounds
  each after one to warm up, where the fast ones repeat the pages until a round takes 0.4 s; the slow ones go without warming up and
  have fewer, in the first turns ({SLOW_ROUNDS} for all of trafilatura, 1 for readability-lxml). The median counts. Other work on the machine slows all of them.
- **Text only**, as far as a method offers that: ours is `parse`, `label`, `text_of`; dom_smoothie runs with JSON-LD unread; trafilatura in Python
  does no metadata by default; the crate `trafilatura` always does.
- **Settings** are the defaults but for these. trafilatura (Python): `include_comments=False`, better on all three sets; the row *with-comments* is
  the default. The crate: `trafilatura-crate` has its fallback on, which its documentation shows and Python does by default;
  *precision* leans to precision. resiliparse: `main_content=True`, `alt_texts=False`, which is better on all three sets too. dom_smoothie: text mode *formatted*, so that words of neighbouring
  elements are not glued. Our own methods have no settings here.
- **Compilers.** The Rust methods are built together, by the release profile of cargo and nothing else, on the same allocator
  (the system's). The Python packages are the wheels of PyPI.
- **Held out.** The weights of `gleaner` have seen `dev/fundus` and `train/wcxb_dev`. Its scores on these two are by other weights that never
  saw the site in question (`bench/extract.sh lso`). {held_out_of()}. aeb and trafilatura_eval are in no training. The peers may
  have been tuned on any of these sets: trafilatura_eval is trafilatura's own.
- **Kept from run to run:** predictions of the peers, per version, in bench/scratch/pred. Everything else is made anew.
- **Pages of 50 MB** are written by `bench/extract/memory.py`, with `GLEANER__EXTRACT__MAX_PAGE_BYTES` raised for them.

## Values

```
{values}
```
""",
        encoding="utf-8",
    )
