/** Builds plain HTML pages without scripts. */

/** Text that is already HTML and doesn't need escaping. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | undefined | false | Html[]

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const written = (part: Part): string => {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(written).join('')
  return String(part).replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
}

/** Returns HTML with all interpolated values escaped. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.reduce((text, string, index) => text + written(parts[index - 1]) + string))

export const dollars = (cents: number): string => `${cents < 0 ? '−' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`

export const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)

const STYLE = new Html(`<style>
:root { color-scheme: light dark; --paper: light-dark(#f6f7f9, #15181e); --card: light-dark(#fff, #1e222b); --ink: light-dark(#1b2233, #e8eaf0); --soft: light-dark(#596177, #aab0bf); --line: light-dark(#d8dce4, #3a4150); --press: light-dark(#4338ca, #a5b4fc); --on-press: light-dark(#fff, #15181e); --bad: light-dark(#b3261e, #ffb4ab) }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
main.wide { max-width: 64rem }
.said { margin: 0; padding: .6rem 1rem; background: var(--ink); color: var(--paper); text-align: center; font-size: 14px }
h1 { font-size: 1.6rem; line-height: 1.25; margin: .5rem 0 1rem } h2 { font-size: 1.1rem; margin: 0 0 .5rem } h3 { font-size: 1rem; margin: 0 }
section { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1rem 1.25rem; margin: 0 0 1rem }
p { margin: .25rem 0 .75rem } .soft { color: var(--soft); font-size: 14px } .bad { color: var(--bad); font-weight: 600 }
dl { display: grid; grid-template-columns: 1fr auto; gap: .4rem 1rem; margin: 0 } dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums } .total { font-weight: 700; border-top: 1px solid var(--line); padding-top: .4rem }
form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin: .5rem 0 0 }
button, .button { font: inherit; font-weight: 600; min-height: 44px; padding: .5rem 1rem; border-radius: 10px; border: 1px solid var(--line); background: var(--card); color: var(--ink); cursor: pointer; text-decoration: none; display: inline-flex; align-items: center }
button.first { background: var(--press); color: var(--on-press); border-color: transparent }
:focus-visible { outline: 3px solid var(--press); outline-offset: 2px }
a { color: var(--press) } label { display: grid; gap: .2rem; font-size: 14px } input, select { font: inherit; min-height: 44px; padding: .4rem .6rem; border: 1px solid var(--soft); border-radius: 10px; background: var(--card); color: var(--ink); max-width: 100% }
.scroll { overflow-x: auto } table { border-collapse: collapse; width: 100%; font-size: 14px } th, td { text-align: left; padding: .4rem .6rem .4rem 0; border-bottom: 1px solid var(--line); white-space: nowrap }
</style>`)

/** Returns a complete page, with the notice `said` at the top. */
export const page = (
  title: string,
  content: Html,
  { isWide = false, said = 'A stand-in for Stripe on this machine. No card is charged.' } = {},
): string =>
  html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="icon" href="data:,">${STYLE}</head><body><header class="said">${said}</header><main${isWide && new Html(' class="wide"')}><h1>${title}</h1>${content}</main></body></html>`
    .text

/** Returns a button that performs one action. */
export const press = (action: string, name: string, values: Record<string, string> = {}, { isFirst = false } = {}): Html =>
  html`<button name="act" value="${JSON.stringify({ action, ...values })}"${isFirst && new Html(' class="first"')}>${name}</button>`
