import { isLinkAllowed } from '#shared/lesson-html.ts'

/**
 * Returns the URL for a typed link. Allowed schemes are kept, an email address gets `mailto:`, and a URL without a scheme, such as
 * `example.org/page`, gets `https://`. Returns null for anything else.
 */
export const linkAddress = (typed: string): string | null => {
  const text = typed.trim()
  if (isLinkAllowed(text)) return text
  if (/^[^\s/:@]+@[\w-]+(?:\.[\w-]+)+$/.test(text)) return `mailto:${text}`
  if (/^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#]\S*)?$/.test(text)) return `https://${text}`
  return null
}
