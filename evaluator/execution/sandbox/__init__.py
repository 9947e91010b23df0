"""The sandbox, from outside: how it is started, what it mounts and what it forbids."""
