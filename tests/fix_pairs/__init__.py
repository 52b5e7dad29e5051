"""Hazards in pairs: fragments put together in one function, whose fixes have to work side by side."""
