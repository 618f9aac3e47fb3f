/**
 * The stylesheet of every printable page: black on white, for both A4 and Letter.
 *
 * 1. It is a constant, so that each page's Content Security Policy can allow it by hash and nothing else.
 * 2. A `sheet` starts a new page. Every browser repeats the sheet's `thead` on each page that it continues on.
 * 3. On screen, a lesson is laid out only when it scrolls into view. A year of 12,000 lessons opens in 1.5 seconds instead of 12.
 * 4. A heading stays on the same page as the content after it. A `keep` isn't split unless it is longer than a page.
 */
export const PRINT_STYLE = `
@page { margin: 14mm 15mm 16mm; @bottom-left { content: "Printed from Firstbell"; font: 8pt system-ui, sans-serif; color: #555; } @bottom-right { content: "page " counter(page) " of " counter(pages); font: 8pt system-ui, sans-serif; color: #555; } }
* { box-sizing: border-box; }
html { background: #f4f1ea; color: #111; font: 10.5pt/1.45 Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
body { margin: 0; }
.sheet { display: table; width: 100%; max-width: 800px; margin: 24px auto; background: #fff; color: #111; border-collapse: collapse; }
.sheet > thead > tr > td, .sheet > tbody > tr > td { padding: 0 48px; vertical-align: top; }
.sheet > tbody > tr > td { padding-bottom: 40px; }
.running { padding: 16px 0 6px; font-size: 8.5pt; color: #444; }
h1, h2, h3, h4 { margin: 0; font-weight: 700; line-height: 1.25; break-after: avoid; }
.title { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: end; gap: 4px 24px; padding-bottom: 10px; border-bottom: 2.5px solid #111; }
.title h1 { font-size: 21pt; letter-spacing: -.01em; }
.title p { margin: 2px 0 0; font-size: 12.5pt; }
.title dl { display: grid; grid-template-columns: auto auto; gap: 1px 10px; margin: 0; font-size: 10pt; }
.title dt { color: #444; }
.title dd { margin: 0; font-weight: 700; }
h2 { margin-top: 16px; font-size: 12pt; }
h2.day { margin-top: 4px; padding-bottom: 6px; border-bottom: 2.5px solid #111; font-size: 16pt; }
h3 { font-size: 11pt; }
.box { margin-top: 14px; padding: 10px 14px; border: 1px solid #777; border-radius: 8px; }
.box h2 { margin: 0 0 4px; }
.urgent { border: 2px solid #111; }
.box > .rows { margin: 0 0 10px; }
.box > .rows:last-child { margin-bottom: 0; }
.link { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 14px; margin-top: 10px; }
.code { flex: none; width: 32mm; height: 32mm; }
.none { margin: 0; color: #333; font-style: italic; }
.marked { font-weight: 700; }
.rows { width: 100%; margin-top: 6px; border-collapse: collapse; font-size: 10pt; }
.rows > thead { display: table-header-group; }
.rows > * > tr > * { padding: 5px 10px 5px 0; border-bottom: 1px solid #bbb; text-align: left; vertical-align: top; }
.rows > tbody > tr { break-inside: avoid; }
.time { width: 12.5em; white-space: nowrap; font-variant-numeric: tabular-nums; }
.lesson { display: grid; grid-template-columns: 13.5em minmax(0, 1fr); padding: 9px 0; border-bottom: 1px solid #bbb; }
.lesson .time { margin: 0; font-weight: 600; color: #333; }
.keep { break-inside: avoid; }
.text { overflow-wrap: anywhere; orphans: 3; widows: 3; }
.text, .text * { color: #111 !important; background: none !important; max-width: 100%; }
.text mark { font-weight: 700; text-decoration: underline; }
.text :is(p, ul, ol, blockquote, pre, table) { margin: 3px 0; }
.text > :first-child { margin-top: 0; }
.text :is(ul, ol) { padding-left: 20px; list-style: disc; }
.text ol { list-style: decimal; }
.text li > p { margin: 0; }
.text :is(h1, h2, h3, h4) { margin: 8px 0 2px; font-size: 10.5pt; }
.text blockquote { padding-left: 12px; border-left: 3px solid #999; }
.text :is(code, pre) { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .92em; white-space: pre-wrap; }
.text table { border-collapse: collapse; }
.text :is(td, th) { padding: 3px 7px; border: 1px solid #999; text-align: left; vertical-align: top; }
.text a[href^="http"]::after { content: " (" attr(href) ")"; font-size: .85em; overflow-wrap: anywhere; }
.day + .plain { margin-top: 8px; }
.plain { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.check { width: 5.2em; }
.check span { display: inline-block; width: 12px; height: 12px; border: 1.5px solid #111; border-radius: 2px; }
.line { height: 26px; border-bottom: 1px solid #777; }
@media screen {
  .lesson { content-visibility: auto; contain-intrinsic-size: auto 80px; }
}
@media (width < 620px) {
  .sheet > thead > tr > td, .sheet > tbody > tr > td { padding-left: 16px; padding-right: 16px; }
  .lesson { grid-template-columns: 1fr; }
}
@media screen and (width < 360px) {
  .time { width: 7em; white-space: normal; }
  .check { width: auto; }
  .rows { font-size: 9pt; }
  .rows > * > tr > * { padding-right: 5px; }
}
@media print {
  html { background: none; font-size: 10pt; }
  .sheet { max-width: none; margin: 0; }
  .sheet + .sheet { break-before: page; }
  .sheet > thead { display: table-header-group; }
  .sheet > thead > tr > td, .sheet > tbody > tr > td { padding: 0; }
  .running { padding-top: 0; }
  .lesson { grid-template-columns: 13.5em minmax(0, 1fr); }
}
`
