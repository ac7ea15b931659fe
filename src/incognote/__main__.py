"""`python -m incognote`."""

from incognote.cli.main import main

if __name__ == "__main__":
    main()
