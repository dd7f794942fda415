"""``python -m spades_cli``: what ``spades`` does where it is not on the path."""

import sys

from spades_cli.main import main

sys.exit(main())
