"""Services on top of answers; a reader of the heart may ignore them."""
