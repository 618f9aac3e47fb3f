import { isLinkAllowed } from '#shared/lesson-html.ts'

/**
 * The address of a link as a teacher types it: one of the allowed schemes as it is, a mail address with `mailto:`,
 * a bare site such as `example.org/page` with `https://`. Null for anything else.
 */
export const linkAddress = (typed: string): string | null => {
  const text = typed.trim()
  if (isLinkAllowed(text)) return text
  if (/^[^\s/:@]+@[\w-]+(?:\.[\w-]+)+$/.test(text)) return `mailto:${text}`
  if (/^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#]\S*)?$/.test(text)) return `https://${text}`
  return null
}
