"""What may be written, as editors list it."""

from __future__ import annotations

from lsprotocol import types as lsp

from rulelang.describe.proposals import Proposal

KINDS = {
    "rule": lsp.CompletionItemKind.Function,
    "function": lsp.CompletionItemKind.Function,
    "value": lsp.CompletionItemKind.Value,
    "field": lsp.CompletionItemKind.Field,
    "part": lsp.CompletionItemKind.Field,
    "zone": lsp.CompletionItemKind.Field,
    "grid": lsp.CompletionItemKind.Field,
    "local": lsp.CompletionItemKind.Variable,
    "kind": lsp.CompletionItemKind.Enum,
    "member": lsp.CompletionItemKind.EnumMember,
    "option": lsp.CompletionItemKind.Constant,
    "variant": lsp.CompletionItemKind.Module,
    "setting": lsp.CompletionItemKind.Property,
}


def item(number: int, proposal: Proposal) -> lsp.CompletionItem:
    """An entry of the list, which keeps the order that the proposals have."""
    return lsp.CompletionItem(
        label=proposal.text.rstrip(),
        insert_text=proposal.text,
        kind=KINDS.get(proposal.sort, lsp.CompletionItemKind.Keyword),
        detail=proposal.detail or None,
        documentation=lsp.MarkupContent(lsp.MarkupKind.Markdown, proposal.about) if proposal.about else None,
        sort_text=f"{number:04}",
    )
