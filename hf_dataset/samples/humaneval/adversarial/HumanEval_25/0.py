"""Defines another function than the one it was asked for."""


def prime_factors(n):
    return [n]
