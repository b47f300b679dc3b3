"""The sky above the party: seasons with their dawn and dusk, and the weather."""
