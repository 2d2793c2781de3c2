"""Many scenarios at once: files and folders, or one scenario under many settings.

`inputs` finds the files and what is asked of them, `work` answers one in a worker, `journal` keeps
what is done, and `run` sends the work to processes here or to Dask.
"""
