"""Which inputs make slow programs show? A model writes a contract and inputs, and the sandbox tries each at once."""
