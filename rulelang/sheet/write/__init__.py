"""A sheet as Markdown or HTML; a document knows neither."""
