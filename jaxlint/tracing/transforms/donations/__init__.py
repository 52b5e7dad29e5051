"""Arguments that are donated, and who asks for them afterwards."""
