"""The contract between server and clients; one package for every version of it."""
