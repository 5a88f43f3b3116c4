"""The extension module: the C client of Sources/Client, and the module around it."""
from glob import glob

from setuptools import Extension, setup

setup(ext_modules=[Extension(
    "ehorizon_client._client",
    sources=[*sorted(glob("ehorizon_client/*.c")), *sorted(glob("client/*.c"))],
    include_dirs=["client/include"],
    define_macros=[("Py_LIMITED_API", "0x030A0000")],
    extra_compile_args=["-std=c11", "-Wall", "-Wextra"],
    py_limited_api=True,
)])
