"""How a page looks: on a screen, in the dark, and on A4."""

from __future__ import annotations

CSS = """
:root { color-scheme: light dark; --ink: #1d1d1f; --soft: #5f6368; --line: #d8d8dc; --paper: #fff;
  --shade: #f4f4f6; --accent: #0b57a4; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e8ea; --soft: #a4a7ad; --line: #3c3d42;
  --paper: #17181b; --shade: #202226; --accent: #8ab8f0; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 54rem; padding: 1.5rem 1.25rem 3rem; background: var(--paper);
  color: var(--ink); font: 16px/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
h1 { font-size: 2rem; line-height: 1.15; margin: 0 0 .5rem; }
h2 { font-size: 1.4rem; margin: 2.2rem 0 .6rem; padding-bottom: .2rem; border-bottom: 2px solid var(--ink); }
h3 { font-size: 1.12rem; margin: 1.5rem 0 .4rem; }
h4, h5, h6 { font-size: 1rem; margin: 1rem 0 .25rem; }
h1, h2, h3, h4, h5, h6 { break-after: avoid; text-wrap: balance; }
p { margin: .35rem 0; }
header p:first-of-type { font-size: 1.1rem; color: var(--soft); }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: .15em; }
ul, ol { margin: .3rem 0; padding-left: 1.5rem; }
li { margin: .12rem 0; }
nav { background: var(--shade); border-radius: .5rem; padding: .8rem 1.2rem; margin: 1.2rem 0; }
nav h2 { font-size: 1rem; border: 0; margin: 0 0 .3rem; padding: 0; }
nav .parts { display: block; font-size: .85rem; color: var(--soft); }
nav .parts a { color: inherit; text-decoration: none; }
nav .parts a:hover, nav .parts a:focus { text-decoration: underline; }
.level4, .level5, .level6 { border-left: 3px solid var(--line); padding-left: .9rem; margin: .8rem 0; }
#table > .level3 { display: inline-block; vertical-align: top; margin-right: 2.5rem; max-width: 100%; }
#table > .level3:has(figure), #table > #zones { display: block; margin-right: 0; }
.table { overflow-x: auto; margin: .5rem 0; }
table { border-collapse: collapse; font-size: .93rem; }
th, td { text-align: left; vertical-align: top; padding: .2rem .7rem .2rem .35rem;
  border-bottom: 1px solid var(--line); }
thead th { border-bottom: 2px solid var(--line); font-size: .85rem; color: var(--soft); }
tbody th { font-weight: 500; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
dl { margin: .4rem 0; }
dt { font-weight: 600; margin-top: .55rem; break-after: avoid; }
dd { margin: 0 0 0 1rem; }
.note { color: var(--soft); font-size: .88em; }
.example { border-left: 3px solid var(--accent); background: var(--shade); padding: .35rem .8rem;
  margin: .5rem 0; border-radius: 0 .4rem .4rem 0; break-inside: avoid; }
.cites, footer { color: var(--soft); font-size: .75rem; }
footer { margin-top: 2.5rem; border-top: 1px solid var(--line); }
figure { margin: .6rem 0; break-inside: avoid; }
figure svg { width: 100%; height: auto; max-height: 34rem; background: var(--shade); border-radius: .5rem; }
figcaption { font-size: .85rem; color: var(--soft); }
figcaption .key { display: inline-block; width: 1.2em; height: .3em; margin: 0 .3em 0 .9em; vertical-align: middle; }
:target { background: color-mix(in srgb, var(--accent) 14%, transparent); }
@page { size: A4; margin: 14mm 13mm; }
@media print {
  :root { --ink: #000; --soft: #444; --line: #bbb; --paper: #fff; --shade: #f6f6f6; --accent: #000; }
  body { max-width: none; padding: 0; font-size: 9.5pt; line-height: 1.36; }
  h1 { font-size: 20pt; } h2 { font-size: 13pt; margin-top: 14pt; } h3 { font-size: 11pt; margin-top: 9pt; }
  a { text-decoration: none; }
  tr, li, dd, nav { break-inside: avoid; }
  .short { break-inside: avoid; }
  p.cites, .example { break-before: avoid; }
  thead { display: table-header-group; }
  .table { overflow: visible; }
  figure svg { max-height: 110mm; }
  .aid main { columns: 2; column-gap: 8mm; }
  .aid, .aid main { font-size: 8.5pt; line-height: 1.3; }
  .aid h1 { font-size: 16pt; } .aid h2 { font-size: 11pt; margin: 8pt 0 2pt; }
  .aid h3 { font-size: 9.5pt; margin: 5pt 0 1pt; }
  .aid main > section:first-child > h2 { margin-top: 0; }
  .aid footer { margin-top: 6pt; }
}
"""
