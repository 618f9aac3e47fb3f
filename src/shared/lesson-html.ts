/**
 * What rich lesson text may hold, for the server (which cleans on the way in) and the web (which cleans again
 * before it shows, and whose editor makes nothing else). Source: docs/security.md, 'Lesson HTML'.
 *
 * Nothing here can run, fetch, or lay itself over the page: no script, image, frame, form, id, class or position.
 */

/** Characters of one text. */
export const MAX_LESSON_HTML = 200_000

export const LESSON_TAGS = [
  'p',
  'br',
  'hr',
  'h1',
  'h2',
  'h3',
  'h4',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'strike',
  'del',
  'sub',
  'sup',
  'mark',
  'code',
  'pre',
  'blockquote',
  'ul',
  'ol',
  'li',
  'a',
  'span',
  'div',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'colgroup',
  'col',
] as const

/** Attributes by tag; `*` holds for every tag. */
export const LESSON_ATTRIBUTES: Record<string, readonly string[]> = {
  a: ['href', 'title', 'target', 'rel'],
  td: ['colspan', 'rowspan', 'colwidth'],
  th: ['colspan', 'rowspan', 'colwidth', 'scope'],
  col: ['span'],
  ol: ['start', 'type'],
  '*': ['style'],
}

/** The ten schemes a link may have. */
export const LINK_SCHEMES = ['http', 'https', 'ftp', 'ftps', 'mailto', 'tel', 'callto', 'sms', 'cid', 'xmpp'] as const

/** True for an address that names one of the ten schemes; relative and scheme-less addresses are not. */
export const isLinkAllowed = (href: string): boolean => new RegExp(`^(?:${LINK_SCHEMES.join('|')}):`, 'i').test(href.trim())

/** Put on every link, so that the page it opens cannot reach back. */
export const LINK_REL = 'noopener noreferrer nofollow'

const COLOUR = /^(?:#[0-9a-f]{3,8}|[a-z]{3,20}|rgba?\(\s*\d{1,3}(?:\s*,\s*\d{1,3}){2}(?:\s*,\s*(?:0|1|0?\.\d{1,4}))?\s*\))$/i
const LENGTH = /^\d{1,4}(?:\.\d{1,4})?(?:px|pt|em|rem|%)$/

/** Style properties that may stay, each with the values it may have. */
export const LESSON_STYLES: Record<string, RegExp> = {
  color: COLOUR,
  'background-color': COLOUR,
  'text-align': /^(?:left|right|center|justify)$/,
  'font-size': LENGTH,
  'padding-left': LENGTH,
  'margin-left': LENGTH,
  width: LENGTH,
  'min-width': LENGTH,
  'font-family': /^[\w\s,"'-]{1,100}$/,
  'font-weight': /^(?:normal|bold|bolder|lighter|[1-9]00)$/,
  'font-style': /^(?:normal|italic)$/,
  'text-decoration': /^(?:none|underline|line-through)$/,
  // The two markers of a check list.
  'list-style-type': /^(['"])[☐☑] \1$/,
  'line-height': /^\d{1,2}(?:\.\d{1,4})?(?:px|pt|em|rem|%)?$/,
}
