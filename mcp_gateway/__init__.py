"""MCP over HTTP and stdio: the door through which agents come."""
