"""River Toad: its files, its exact answers, and a model for every peer."""
