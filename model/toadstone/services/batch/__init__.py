"""Many scenarios at once: files and folders, or one scenario under many settings.

`inputs` finds the files and their questions, `work` answers one in a worker, `journal` keeps the
results, and `run` sends the work to processes here or to Dask.
"""
