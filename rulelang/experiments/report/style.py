"""The look of a report."""

STYLE = """
:root { color-scheme: light dark; --page: #fdfcf9; --ink: #1d2430; --soft: #5f6b7a; --rule: #dcd8cf;
  --a: #7b8794; --b: #c2541b; --wash: #f3f0e9; }
@media (prefers-color-scheme: dark) { :root { --page: #14171c; --ink: #e6e3dc; --soft: #9aa5b3; --rule: #333a44;
  --a: #8d9aa8; --b: #ec8a4b; --wash: #1d2229; } }
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.55 Georgia, "Times New Roman", serif }
main { max-width: 48rem; margin: 0 auto; padding: 3rem 1.25rem 4rem }
h1 { font-size: 2rem; line-height: 1.2; margin: .2rem 0 1.2rem; text-wrap: balance }
h2 { font-size: 1.25rem; margin: 2.8rem 0 .8rem }
h3 { font: 600 .95rem/1.4 system-ui, sans-serif; margin: 0 0 .4rem }
.about, .note, .key, table, svg text, details { font-family: system-ui, "Segoe UI", Helvetica, Arial, sans-serif }
.about, .note, .key { color: var(--soft); font-size: .85rem; margin: 0 0 .2rem }
.note { margin-top: .6rem; max-width: 42rem }
.answer { border-left: 3px solid var(--b); padding: .1rem 0 .1rem 1.2rem; font-size: 1.15rem }
.answer p { margin: .5rem 0 }
.key { display: flex; flex-wrap: wrap; gap: .2rem 1.4rem; margin-top: 1.4rem }
.key b { display: inline-block; width: .7rem; height: .7rem; border-radius: 2px; margin-right: .4rem }
.key .a { background: var(--a) } .key .b { background: var(--b) }
table { border-collapse: collapse; width: 100%; font-size: .88rem; font-variant-numeric: tabular-nums }
th, td { text-align: left; padding: .5rem .8rem .5rem 0; border-bottom: 1px solid var(--rule); vertical-align: top }
th { font-weight: 400; color: var(--soft) } td.number, th.number { text-align: right; white-space: nowrap }
td.sure { font-weight: 600 }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); gap: 1.4rem }
svg { display: block; width: 100%; height: auto; overflow: visible }
svg text { fill: var(--ink); font-size: 13px } svg .figures { font-variant-numeric: tabular-nums }
svg .small { fill: var(--soft); font-size: 11.5px }
svg .rule { stroke: var(--rule) } svg .nought { stroke: var(--soft) }
svg .whisker { stroke: var(--b); stroke-width: 2.5; stroke-linecap: round } svg .dot { fill: var(--b) }
svg .whisker.open { stroke: var(--a) } svg .dot.open { fill: var(--a) }
svg .bar.a { fill: var(--a) } svg .bar.b { fill: var(--b) }
svg .area.a { fill: var(--a); fill-opacity: .38; stroke: var(--a); stroke-width: 1.2 }
svg .area.b { fill: var(--b); fill-opacity: .16; stroke: var(--b); stroke-width: 1.8 }
svg .mean { fill: none; stroke: var(--b); stroke-width: 1.8 }
ul { padding-left: 1.2rem } li { margin: .25rem 0 } .loud { color: var(--b); font-weight: 600 }
code { font: .85em ui-monospace, Menlo, Consolas, monospace; background: var(--wash); padding: .1em .3em;
  border-radius: 3px }
pre { font: .82rem/1.5 ui-monospace, Menlo, Consolas, monospace; background: var(--wash); padding: .8rem 1rem;
  border-radius: 4px; overflow-x: auto; white-space: pre-wrap; margin: .4rem 0 1rem }
footer { margin-top: 3rem; border-top: 1px solid var(--rule); padding-top: .8rem }
@media print { :root { --page: #fff; --ink: #000; --soft: #555; --rule: #ccc; --wash: #f4f4f4; --a: #7b8794;
    --b: #b34a14 }
  body { font-size: 11pt } main { max-width: none; padding: 0 } h2, svg, tr, .pair > div { break-inside: avoid }
  h2 { break-after: avoid } @page { margin: 18mm } }
"""
