"""The server's edge: messages of strangers in, messages to viewers out."""
