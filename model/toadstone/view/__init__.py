"""Results as pages of text, for the command line, `print` and notebooks."""
