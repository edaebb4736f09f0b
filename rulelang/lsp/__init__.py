"""A language server: what is known of rules, for whatever editor asks. It needs the extra `lsp`."""
