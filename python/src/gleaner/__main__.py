"""Run the program: `python -m gleaner nightly`, or `gleaner nightly`."""

import os
import signal
import sys

from . import _gleaner


def main() -> None:
    # The program handles Ctrl-C itself.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    name = os.path.basename(sys.argv[0])
    _gleaner.run(["python -m gleaner" if name == "__main__.py" else name, *sys.argv[1:]])


if __name__ == "__main__":
    main()
