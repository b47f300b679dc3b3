"""Throws and their dice: what rules ask for, how it is written, thrown and weighed. No game is known here."""
