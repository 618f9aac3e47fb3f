import { LESSON_STYLES } from '#shared/lesson-html.ts'

/** Returns the allowed declarations of a `style` attribute in their original order, or '' if there are none. */
export const allowedStyle = (style: string): string =>
  style
    .split(';')
    .map((declaration) => {
      const colon = declaration.indexOf(':')
      const property = declaration.slice(0, colon).trim().toLowerCase()
      const value = declaration.slice(colon + 1).trim()
      const mayStay = colon > 0 && Object.hasOwn(LESSON_STYLES, property) && LESSON_STYLES[property]?.test(value)
      return mayStay ? `${property}:${value}` : ''
    })
    .filter((declaration) => declaration !== '')
    .join(';')
