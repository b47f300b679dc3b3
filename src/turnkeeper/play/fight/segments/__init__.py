"""What is done in a count of segments: actions, waiting, castings, disruption, opportunities, repetition."""
