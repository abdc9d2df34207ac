"""Live tables: the one asynchronous part of the core. Clock, storage, speech and chance come in as ports."""
