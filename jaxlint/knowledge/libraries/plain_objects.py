"""Calls that make objects which are no arrays, and no pytrees: of Python's library, and of JAX itself."""

OBJECT = "object:"  # what stands for one begins with this, and says the rest in words
MADE = {
    **{f"threading.{one}": "a lock" for one in ("Lock", "RLock", "Condition", "Semaphore", "BoundedSemaphore")},
    "threading.Event": "an event",
    "threading.Thread": "a thread",
    "threading.local": "thread-local data",
    "concurrent.futures.ThreadPoolExecutor": "an executor",
    "concurrent.futures.ProcessPoolExecutor": "an executor",
    "datetime.date": "a date",
    "datetime.datetime": "a date",
    "datetime.timedelta": "a time span",
    "decimal.Decimal": "a decimal",
    "fractions.Fraction": "a fraction",
    "pathlib.Path": "a path",
    "re.compile": "a regular expression",
}
LISTED = {"jax.devices": "a device", "jax.local_devices": "a device"}  # each element of the list
