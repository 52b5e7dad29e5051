"""One run: files to diagnostics to mended files.  ``pipeline.run`` is the whole story."""
