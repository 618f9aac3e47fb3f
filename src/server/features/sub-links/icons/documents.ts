/** The icons of the substitute's page, from Lucide, as symbols in the page. They cost no request and take the color of their text. */
import { html, Markup } from '#shared/markup.ts'

const ICONS = {
  check: '<path d="M20 6 9 17l-5-5"/>',
  bell: '<path d="M10.3 21a2 2 0 0 0 3.4 0M3.3 15.3A1 1 0 0 0 4 17h16a1 1 0 0 0 .7-1.7C19.4 14 18 12.5 18 8A6 6 0 0 0 6 8c0 4.5-1.4 6-2.7 7.3"/>',
  door: '<path d="M10 21H2M10 3H7a2 2 0 0 0-2 2v16M14 12h0M19 21V5a2 2 0 0 0-1.7-2l-6.1-1A1 1 0 0 0 10 3v18a1 1 0 0 0 1.1 1zM22 21h-3"/>',
  right: '<path d="m9 18 6-6-6-6"/>',
  siren:
    '<path d="M7 18v-6a5 5 0 1 1 10 0v6M5 21a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-1a2 2 0 0 0-2-2H7a2 2 0 0 0-2 2zM21 12h1M18.5 4.5 18 5M2 12h1M12 2v1M4.9 4.9l.7.7M12 12v6"/>',
  list: '<path d="M3 5h0M3 12h0M3 19h0M8 5h13M8 12h13M8 19h13"/>',
  report:
    '<path d="M16 4h2a2 2 0 0 1 2 2v2M21.3 15.7a1 1 0 1 0-3-3l-5 5a2 2 0 0 0-.5.8l-.8 2.9a.5.5 0 0 0 .6.6l2.9-.8a2 2 0 0 0 .8-.5zM8 22H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h2"/><rect x="8" y="2" width="8" height="4" rx="1"/>',
  close: '<path d="M18 6 6 18M6 6l12 12"/>',
  phone:
    '<path d="M13.8 16.6a1 1 0 0 0 1.2-.3l.4-.5A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.5.4a1 1 0 0 0-.3 1.2 14 14 0 0 0 6.4 6.4"/>',
  back: '<path d="m12 19-7-7 7-7M19 12H5"/>',
  clock: '<circle cx="12" cy="12" r="10"/><path d="M12 6v6l4 2"/>',
  print:
    '<path d="M6 18H4a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-2M6 9V3a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v6"/><rect x="6" y="14" width="12" height="8" rx="1"/>',
  send: '<path d="M14.5 21.7a.5.5 0 0 0 1 0l6.5-19a.5.5 0 0 0-.7-.7l-19 6.5a.5.5 0 0 0 0 1l7.9 3.2a2 2 0 0 1 1.1 1.1zM21.9 2.1 10.9 13.1"/>',
  partly: '<circle cx="12" cy="12" r="9" stroke-dasharray="4 3.07"/><circle cx="12" cy="12" r="1"/>',
  unlinked: '<path d="M9 17H7A5 5 0 0 1 7 7M15 7h2a5 5 0 0 1 4 8M8 12h4M2 2l20 20"/>',
} as const

type IconName = keyof typeof ICONS

/** Returns an icon that screen readers skip. The page must contain its symbol. */
export const icon = (name: IconName) => html`<svg class="i" aria-hidden="true"><use href="#i-${name}"/></svg>`

/** Returns the symbols that {@link icon} and the page's script refer to. */
export const symbols = (names: readonly IconName[]) =>
  html`<svg class="symbols" aria-hidden="true" width="0" height="0">${names.map(
    (name) => html`<symbol id="i-${name}" viewBox="0 0 24 24">${new Markup(ICONS[name])}</symbol>`,
  )}</svg>`

export const ALL_ICONS = Object.keys(ICONS) as IconName[]
