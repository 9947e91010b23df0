"""Not Python."""

def remove_duplicates(numbers)
    return numbers
