"""Each fix, made alone as an editor makes it, removes its own finding and brings no other."""
