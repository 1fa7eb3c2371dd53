"""A plugin that needs what is not there."""

import a_module_that_nobody_has  # pyright: ignore[reportMissingImports, reportUnusedImport]  # noqa: F401
