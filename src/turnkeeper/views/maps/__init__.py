"""The maps of campaigns, and of files outside them: kept, drawn, asked, and said in words."""
