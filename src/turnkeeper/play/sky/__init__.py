"""What is above the party: seasons with their dawn and dusk, and the weather."""
