"""The maps of campaigns: kept by their digest, found, priced, and the best way over them."""
