import { storeTheme, type Theme } from './storage.ts'

/** The colour of the browser's own bars: the paper of each theme (tokens.css). */
const BAR_COLOURS = { light: '#faf8f3', dark: '#11141b' } as const satisfies Record<Theme, string>

/** Returns the theme that is applied now. */
export const themeInEffect = (): Theme => (document.documentElement.classList.contains('dark') ? 'dark' : 'light')

/** Applies a theme and remembers it for the next first paint (index.html reads the stored theme). */
export const wearTheme = (theme: Theme): void => {
  const { classList, style } = document.documentElement
  classList.toggle('dark', theme === 'dark')
  classList.toggle('light', theme === 'light')
  style.colorScheme = theme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BAR_COLOURS[theme])
  storeTheme(theme)
}
