"""Commands about results: to read, to check, to publish and to review them."""
