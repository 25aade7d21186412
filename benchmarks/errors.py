"""The benchmarks' own failure."""


class BenchmarkError(Exception):
    """The benchmark could not measure what it claims to measure; the text says what to do."""
