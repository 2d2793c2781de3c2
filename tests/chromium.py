"""The chromium of this computer, for tests that look at pages."""

import asyncio
import shutil
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""What it may be called; the first, which has no window, needs half as much time."""

CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
NEEDS_CHROMIUM = pytest.mark.skipif(CHROMIUM is None, reason="no chromium is installed")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@contextmanager
def browser():
    """Start the browser, and end it; meanwhile its loop of events goes on in this thread."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


def run_apart(coroutine):
    """Run a coroutine in a thread of its own, because a browser's loop may go on in this one."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, coroutine).result()
