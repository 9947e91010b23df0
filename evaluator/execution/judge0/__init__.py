"""Judge0, a server that runs programs: its HTTP API, the programs that it is sent, and what follows from its answers.

What it says is data, never code, and what a program prints there is judged here, where the expected outputs are.
"""
