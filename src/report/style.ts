/** The page's style sheet: system fonts, light and dark, narrow screens and paper. */
import { COLOURS } from './palette.ts';

const properties = (theme: 'light' | 'dark'): string =>
  COLOURS.map((colour) => `--${colour.name}: ${colour[theme]};`).join(' ');

/** Dark by the reader's preference, unless the page's own button says otherwise; paper is always light. */
const THEMES = `
:root { color-scheme: light; ${properties('light')} }
@media screen and (prefers-color-scheme: dark) {
  :root:not([data-theme='light']) { color-scheme: dark; ${properties('dark')} }
}
@media screen {
  :root[data-theme='dark'] { color-scheme: dark; ${properties('dark')} }
}`;

const LAYOUT = `
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0 auto; padding: 2.5rem 1.5rem 4rem; max-width: 70rem;
  background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
  font-variant-numeric: tabular-nums;
}
h1 { font-size: clamp(1.6rem, 1.2rem + 1.8vw, 2.3rem); line-height: 1.2; letter-spacing: -0.015em; margin: 0 0 0.6rem; text-wrap: balance; }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 3rem 0 0.8rem; letter-spacing: -0.005em; }
p { margin: 0.5rem 0; max-width: 46rem; overflow-wrap: break-word; }
h2.question { font-size: 1.06rem; font-weight: 500; line-height: 1.4; margin: 0.4rem 0; max-width: 62rem; }
.measured { color: var(--muted); font-size: 0.9rem; max-width: 62rem; }
.lead { font-size: clamp(1.13rem, 1.02rem + 0.45vw, 1.3rem); line-height: 1.4; font-weight: 600; max-width: 62rem; }
blockquote { margin: 0.9rem 0; padding-left: 0.9rem; border-left: 0.25rem solid var(--rule); max-width: 60rem; }
blockquote p { margin: 0; max-width: none; font-style: italic; }
blockquote footer { margin: 0.2rem 0 0; padding: 0; border: 0; font-size: 0.9rem; }
.row { display: grid; gap: 0 1.2rem; }
.row-2 { grid-template-columns: repeat(2, minmax(0, 1fr)); }
.row-3 { grid-template-columns: repeat(3, minmax(0, 1fr)); }
.row-4 { grid-template-columns: repeat(4, minmax(0, 1fr)); }
.row figure { display: flex; flex-direction: column-reverse; justify-content: space-between; margin-top: 1.2rem; }
.row figcaption { margin: 0 0 0.3rem; }
.differs li { max-width: 54rem; margin: 0.3rem 0; }
.muted, .facts, figcaption, .legend, .notes { color: var(--muted); }
.facts { margin: 1rem 0 0; padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: 0.1rem 0; font-size: 0.95rem; }
.facts li:not(:last-child)::after { content: '·'; margin: 0 0.55em; color: var(--muted); }
.state { border-left: 0.25rem solid var(--warning); background: var(--wash); padding: 0.7rem 1rem; margin: 1.2rem 0; max-width: none; }
.state strong { color: var(--warning); }
figure { margin: 2rem 0 0; min-width: 0; }
.number { margin-top: 0.8rem; }
.number svg { display: block; max-width: 100%; height: auto; }
.drawing { overflow-x: auto; }
.drawing svg { display: block; width: 100%; height: auto; }
.narrow { display: none; }
svg text { font-family: system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; }
figcaption, .legend { font-size: 0.9rem; margin-top: 0.5rem; max-width: 50rem; }
.leading > .scroll { margin-top: 1.6rem; }
sub, sup { white-space: nowrap; line-height: 0; }
.files { white-space: nowrap; font-size: 0.8rem; }
figcaption strong, .legend strong { color: var(--ink); font-weight: 600; }
.further { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 1.6rem; }
@media screen and (min-width: 56.01rem) {
  .further:has(> figure:nth-child(3):last-child), .further:has(> figure:nth-child(5)) { grid-template-columns: repeat(3, minmax(0, 1fr)); }
}
.further:has(> figure:only-child) { grid-template-columns: minmax(0, 34rem); }
.further:has(> figure:only-child > .narrow) { grid-template-columns: minmax(0, 1fr); }
.further > figure { display: grid; grid-template-rows: subgrid; grid-row: span 2; gap: 0; }
.further .drawing { align-self: end; }
.shared-key { display: flex; flex-wrap: wrap; gap: 0.1rem 1.4rem; margin: 1.6rem 0 -0.6rem; padding: 0; list-style: none; font-size: 0.85rem; }
.shared-key svg { vertical-align: middle; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.9rem; }
.results { width: 100%; }
th, td { text-align: left; vertical-align: baseline; padding: 0.45rem 0.9rem 0.45rem 0; border-bottom: 1px solid var(--rule); }
tbody td:last-child { padding-right: 0; }
thead th { font-weight: 600; line-height: 1.3; vertical-align: bottom; }
thead th[scope='colgroup'] { border-bottom: 0; color: var(--muted); font-weight: 500; padding-bottom: 0; }
thead th small { font-weight: 400; }
tbody th { font-weight: 600; }
.results th[scope='row'] { white-space: nowrap; }
.results.account th, .results.account td { white-space: normal; padding-right: 0.6rem; }
tbody th small { display: block; font-weight: 400; color: var(--muted); }
.results td { white-space: nowrap; }
.results td small { white-space: normal; min-width: 7rem; }
.results th small { white-space: normal; max-width: 11rem; }
.claims.claims td { white-space: normal; }
.claims.claims th { white-space: normal; } .claims tbody th { min-width: 16rem; font-weight: 500; }
.claims td:nth-child(3) { min-width: 13rem; }
.results.claims tbody th { min-width: 8rem; } .results.claims td:nth-child(2) { min-width: 10rem; }
.results td:last-child { white-space: normal; min-width: 6rem; }
td small { display: block; color: var(--muted); }
.swatch { display: inline-block; width: 0.7em; height: 0.7em; border-radius: 50%; margin-right: 0.5em; print-color-adjust: exact; }
.facts-table th { font-weight: 500; color: var(--muted); white-space: nowrap; padding-right: 1.6rem; }
.facts-table td { overflow-wrap: anywhere; }
.notes { font-size: 0.9rem; }
.notes p { max-width: 54rem; margin: 0.45rem 0; }
a { color: var(--words-2); }
.main + .scroll, .further + .scroll { margin-top: 1rem; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace; font-size: 0.88em; }
pre { background: var(--wash); border: 1px solid var(--rule); border-radius: 0.4rem; padding: 0.8rem 1rem; overflow-x: auto; line-height: 1.45; }
pre.command { white-space: pre-wrap; overflow-wrap: anywhere; }
details { margin-top: 1.5rem; }
summary { cursor: pointer; font-weight: 600; }
.theme { float: right; margin: 0 0 0.5rem 1rem; padding: 0.25rem 0.8rem; font: inherit; font-size: 0.85rem; color: var(--muted); background: none; border: 1px solid var(--rule); border-radius: 1rem; cursor: pointer; }
.theme:hover, .theme:focus-visible { color: var(--ink); border-color: var(--muted); }
footer { margin-top: 3.5rem; padding-top: 0.8rem; border-top: 1px solid var(--rule); color: var(--muted); font-size: 0.85rem; }
@media (max-width: 56rem) { .row-3, .row-4 { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
@media screen and (max-width: 40rem) {
  body { padding: 1.2rem 1rem 3rem; }
  h1 { font-size: 1.3rem; margin-bottom: 0.2rem; }
  h2.question { font-size: 0.95rem; margin: 0.2rem 0; line-height: 1.3; }
  .lead { font-size: 1rem; line-height: 1.3; margin: 0.3rem 0; }
  .measured { font-size: 0.8rem; line-height: 1.3; margin: 0.2rem 0; }
  .main:first-child figure, .main:first-child .axis { margin-top: 0.4rem; }
  .further, .row.row { grid-template-columns: minmax(0, 1fr); }
  .wide { display: none; }
  .narrow { display: block; }
  .main .drawing:only-of-type svg { min-width: 36rem; }
  .main .narrow svg { min-width: 0; }
  th, td { padding-right: 0.7rem; }
  .facts-table.facts-table th { white-space: normal; overflow-wrap: break-word; padding-right: 0.7rem; }
  .printed td, .printed td small { white-space: normal; min-width: 0; }
  .stacked thead { display: none; }
  .stacked, .stacked tbody, .stacked tr, .stacked th, .stacked td { display: block; }
  .stacked.stacked th, .stacked.stacked td { border: 0; padding: 0.1rem 0; min-width: 0; white-space: normal; }
  .stacked tr { border-top: 1px solid var(--rule); padding: 0.5rem 0; }
  .stacked [data-head] { display: flex; gap: 0.8rem; }
  .stacked [data-head]::before { content: attr(data-head); flex: 0 0 8.5rem; color: var(--muted); }
}
@media print {
  html { font-size: 10pt; }
  body { max-width: none; padding: 0; }
  .theme, details:not([open]) { display: none; }
  figure, tr, .row-2, .further:not(:has(> figure:nth-child(5))) { break-inside: avoid; }
  h2 { break-after: avoid; }
  .drawing, .scroll { overflow: visible; }
  .results { font-size: 8pt; }
  footer { margin-top: 1.2rem; }
  main:has(> .command) + footer { display: none; }
}`;

export const STYLE = `${THEMES}${LAYOUT}\nsvg[data-plot] { touch-action: pan-y; }
.crosshair { pointer-events: none; }
.heard { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media print { .crosshair { display: none; } }
.gantt { overflow-x: auto; }
.gantt > svg { display: block; width: 100%; height: auto; min-width: 46rem; touch-action: pan-y; cursor: crosshair; }
.gantt text { user-select: none; pointer-events: none; }
.gantt .links.on { stroke-width: 2.5; stroke-opacity: 1; visibility: visible; }
.gantt .whole { cursor: ew-resize; }
.zoom { font-size: 0.85rem; color: var(--muted); max-width: none; margin: 0.3rem 0; }
.zoom button { font: inherit; min-width: 2.2em; color: var(--ink); background: var(--wash); border: 1px solid var(--rule); border-radius: 0.3rem; cursor: pointer; }
.zoom button:hover, .zoom button:focus-visible { border-color: var(--muted); }
.reading { font-size: 0.85rem; min-height: 1.5em; max-width: none; margin: 0.2rem 0; }
@media print { .zoom, .reading { display: none; } .gantt > svg { min-width: 0; } }
`;
