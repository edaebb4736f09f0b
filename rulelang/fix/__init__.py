"""Rule files mended by the program: those of the first edition become files of the second."""
