import type { LessonHtml } from './lesson-html.ts'

/** HTML that is safe to send. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = Markup | string | number | null | undefined | false | readonly Value[]

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)

const written = (value: Value): string => {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Markup) return value.text
  if (Array.isArray(value)) return value.map(written).join('')
  return escaped(String(value))
}

/** Returns HTML with its values escaped, except {@link Markup}. Omits null, undefined and false. */
export const html = (parts: TemplateStringsArray, ...values: Value[]): Markup =>
  new Markup(String.raw({ raw: parts }, ...values.map(written)))

export const lessonMarkup = (text: LessonHtml): Markup => new Markup(text)
