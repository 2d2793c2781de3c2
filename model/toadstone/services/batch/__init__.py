"""Many scenarios at once: files and folders, or one scenario under many settings.

`inputs` and `grid` say what is to be answered, `work` answers one file in a worker, `processes` and
`cluster` are the two kinds of crew that workers come in, `journal` keeps what is done, and `run`
puts them together.
"""
