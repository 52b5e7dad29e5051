"""Notebooks for tests."""

import json


def cell(source, kind="code", **metadata):
    """As Jupyter writes it; ``source``: text."""
    made = {"cell_type": kind, "metadata": metadata, "source": source.splitlines(keepends=True)}
    return {**made, "execution_count": None, "outputs": []} if kind == "code" else made


def book(*cells, language="python", **more):
    """The JSON of a notebook; strings are code."""
    whole = {
        "cells": [cell(one) if isinstance(one, str) else one for one in cells],
        "metadata": {"language_info": {"name": language}},
        "nbformat": 4,
        "nbformat_minor": 5,
        **more,
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def sources(text):
    return ["".join(one["source"]) for one in json.loads(text)["cells"]]
