"""May this result be published?"""
