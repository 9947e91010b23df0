"""Which inputs expose slow programs? A model writes a contract and inputs, and the sandbox tries each immediately."""
