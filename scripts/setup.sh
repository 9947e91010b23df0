#!/bin/sh
# Sets up what TallyBench needs: a virtual environment, its Python packages, and the environment in which samples run.
# Usage: scripts/setup.sh VENV [use|browser]
# With `use`, only the packages that an evaluation needs, not those of the tests.
# With `browser`, Chromium too, for the tests of the site; without it those tests are skipped, and setting up goes on.
# With LOCKED=1 in the environment, packages are those of requirements.lock, by their hashes, and nothing else: as in CI.
set -eu
venv=$1
browser=${2:-}
extras='[dev]'
if [ "$browser" = use ]; then extras=; fi
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

if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        echo "setup: installing python3-venv"
        apt-get update -qq
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3-venv >/dev/null
    else
        echo "setup: python3-venv is missing. Run this, then try again:" >&2
        echo "    sudo apt-get update && sudo apt-get install -y python3-venv" >&2
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

environment() {
    "$venv/bin/tallybench" environment install
}

# What was set up is noted last, so that a virtual environment that was cut off half-way is made again.
wanted="$extras $(cat pyproject.toml constraints.txt requirements.lock | cksum)"
case "$(cat "$stamp" 2>/dev/null)" in
    "$wanted" | "[dev]$wanted")
        environment
        exit 0
        ;;
esac
echo "setup: making $venv"
rm -rf "$venv"
"$python" -m venv "$venv"
if [ "${LOCKED:-}" = 1 ]; then
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
    # What builds the project is among them, so that nothing more is fetched.
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-index --no-deps --no-build-isolation -e .
else
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".$extras"
fi
environment
if [ "${LOCKED:-}" = 1 ]; then wanted="[dev] ${wanted#* }"; fi
echo "$wanted" >"$stamp"
