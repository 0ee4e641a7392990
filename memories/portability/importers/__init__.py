"""What other programs kept, read into entries: one file for each format. Nothing here touches the store."""
