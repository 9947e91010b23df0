"""Wrong: splits at spaces, which groups may contain."""


def separate_paren_groups(paren_string):
    return paren_string.split()
