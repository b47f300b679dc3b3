"""What a rule set may say: one typed module for each part of the file. No reading, no checking, no play."""
