"""The first version of the contract: generated modules, one for each .proto file beside them."""
