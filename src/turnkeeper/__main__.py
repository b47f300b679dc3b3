"""``python -m turnkeeper``: the same as the command ``turnkeeper``."""

from __future__ import annotations

import sys

from turnkeeper.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
