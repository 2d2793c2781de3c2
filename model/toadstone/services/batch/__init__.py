"""Many scenarios at once: files and folders, or one scenario under many settings.

`inputs` finds the files and what is asked of them, `work` answers one in a worker, `cluster` sends
them to Dask instead of processes here, `journal` keeps what is done, and `run` puts them together.
"""
