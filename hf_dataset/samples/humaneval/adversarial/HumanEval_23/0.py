"""Opens a socket."""

import socket


def strlen(string):
    socket.create_connection(("127.0.0.1", 80), timeout=1)
    return len(string)
