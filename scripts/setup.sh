#!/bin/sh
# Sets up all that TallyBench needs: system packages, a virtual environment, its Python packages.
# Usage: scripts/setup.sh VENV [browser]
# With LOCKED=1 in the environment, packages are those of requirements.lock, by their hashes, and nothing else: as in CI.
# With `browser`, Chromium too, for the tests of the site; without it those tests are skipped, and setting up goes on.
set -eu
venv=$1
browser=${2:-}
stamp=$venv/.set-up

python=
for candidate in python3 python3.14 python3.13 python3.12 python3.11; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    echo "setup: Python 3.11 or later is needed; as root: apt-get install -y python3 python3-venv" >&2
    exit 2
fi

missing=
command -v bwrap >/dev/null 2>&1 || missing="$missing bubblewrap"
command -v valgrind >/dev/null 2>&1 || missing="$missing valgrind"
"$python" -c 'import ensurepip, venv' 2>/dev/null || missing="$missing python3-venv"
if [ -n "$missing" ]; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        echo "setup: installing$missing"
        apt-get update -qq
        # shellcheck disable=SC2086 # one word a package
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
    else
        echo "setup: these are missing:$missing. Run this, then try again:" >&2
        echo "    sudo apt-get update && sudo apt-get install -y$missing" >&2
        exit 2
    fi
fi

if [ "$browser" = browser ] && ! command -v chromium >/dev/null 2>&1; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        echo "setup: installing chromium"
        if ! { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null; }; then
            echo "setup: there is no chromium to install here: the site's tests in a browser will be skipped" >&2
        fi
    else
        echo "setup: without chromium the site's tests in a browser are skipped; to run them too:" >&2
        echo "    sudo apt-get update && sudo apt-get install -y chromium" >&2
    fi
fi

# What was set up is noted last, so that an environment that was cut off half-way is made anew.
wanted=$(cat pyproject.toml constraints.txt requirements.lock | cksum)
if [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ]; then
    exit 0
fi
echo "setup: making $venv"
rm -rf "$venv"
"$python" -m venv "$venv"
if [ "${LOCKED:-}" = 1 ]; then
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
    # What builds the project is among them, so that nothing more is fetched.
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-index --no-deps --no-build-isolation -e .
else
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
fi
echo "$wanted" >"$stamp"
