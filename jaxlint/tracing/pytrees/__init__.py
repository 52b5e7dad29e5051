"""Classes as pytrees: how they are registered, flattened and put together again."""
