"""The full screen: what Textual shows of the lobby and the table."""
