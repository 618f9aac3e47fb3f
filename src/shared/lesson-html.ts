/**
 * Allowlist for rich lesson text. The server uses it to sanitize input, and the web client to sanitize again before display. The client's
 * editor produces nothing else. Source: docs/security.md, 'Lesson HTML'.
 *
 * Nothing allowed here can run code, fetch resources, or cover the page: no scripts, images, frames, forms, ids, classes, or positioning.
 */

/** Sanitized lesson HTML, the only kind that is stored. */
export type LessonHtml = string & { readonly isClean: true }

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

/** Attributes by tag. `*` applies to every tag. */
export const LESSON_ATTRIBUTES: Record<string, readonly string[]> = {
  a: ['href', 'title', 'target', 'rel'],
  td: ['colspan', 'rowspan', 'colwidth'],
  th: ['colspan', 'rowspan', 'colwidth', 'scope'],
  col: ['span'],
  ol: ['start', 'type'],
  '*': ['style'],
}

export const LINK_SCHEMES = ['http', 'https', 'ftp', 'ftps', 'mailto', 'tel', 'callto', 'sms', 'cid', 'xmpp'] as const

/** True for a URL with one of the allowed schemes. False for any other URL, including relative ones. */
export const isLinkAllowed = (href: string): boolean => new RegExp(`^(?:${LINK_SCHEMES.join('|')}):`, 'i').test(href.trim())

/** Set on every link, so that the linked page can't access this one. */
export const LINK_REL = 'noopener noreferrer nofollow'

const COLOR = /^(?:#[0-9a-f]{3,8}|[a-z]{3,20}|rgba?\(\s*\d{1,3}(?:\s*,\s*\d{1,3}){2}(?:\s*,\s*(?:0|1|0?\.\d{1,4}))?\s*\))$/i
const LENGTH = /^\d{1,4}(?:\.\d{1,4})?(?:px|pt|em|rem|%)$/

/** Allowed style properties and their values. */
export const LESSON_STYLES: Record<string, RegExp> = {
  color: COLOR,
  'background-color': COLOR,
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
  // The two checklist markers.
  'list-style-type': /^(['"])[☐☑] \1$/,
  'line-height': /^\d{1,2}(?:\.\d{1,4})?(?:px|pt|em|rem|%)?$/,
}
