"""The count by segments: who acts in which segment, waiting, castings, disruption, opportunities."""
