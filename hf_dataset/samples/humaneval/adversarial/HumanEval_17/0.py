"""Asks another program."""

import subprocess


def parse_music(music_string):
    return subprocess.run(["true"]).returncode
