"""Right, with the work done by threads."""

import threading


def get_positive(numbers):
    found = []
    worker = threading.Thread(target=lambda: found.extend(number for number in numbers if number > 0))
    worker.start()
    worker.join()
    return found
