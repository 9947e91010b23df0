"""Right, with the work done by threads."""

import threading


def concatenate(strings):
    parts = []
    worker = threading.Thread(target=lambda: parts.append("".join(strings)))
    worker.start()
    worker.join()
    return parts[0]
