"""Hypothesis in a small, repeatable size: the whole folder stays a matter of seconds."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "core",
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("core")
