import type { Preferences } from '#shared/accounts/contract.ts'
import { slot, text } from './storage.ts'

export type Theme = Preferences['theme']

/** The theme for the next first paint. Read by first-paint.js. */
const storedTheme = slot('theme', text, 'device')

/** The color of the browser's own toolbars, which matches each theme's paper color (tokens.css). */
const BAR_COLORS = { light: '#faf8f3', dark: '#11141b' } as const satisfies Record<Theme, string>

/** Returns the currently applied theme. */
export const themeInEffect = (): Theme => (document.documentElement.classList.contains('dark') ? 'dark' : 'light')

/** Applies a theme and stores it for the next first paint. */
export const wearTheme = (theme: Theme): void => {
  const { classList, style } = document.documentElement
  classList.toggle('dark', theme === 'dark')
  classList.toggle('light', theme === 'light')
  style.colorScheme = theme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BAR_COLORS[theme])
  storedTheme.set(theme)
}
