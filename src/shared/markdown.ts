/**
 * Converts Markdown to HTML, even while the AI response is still streaming. Like all lesson HTML, the result must be sanitized before it is
 * shown or stored.
 */

import MarkdownIt from 'markdown-it'
import { MAX } from '#shared/limits.ts'
import { isLinkAllowed } from './lesson-html.ts'

/** Maximum depth of nested lists and quotes. Deeper content is dropped. */
const MAX_NESTING = 20

/** Maximum columns per table, and maximum cells across all tables in the input. Wider tables and excess rows are rendered as text. */
const MAX_COLUMNS = 20
const MAX_CELLS = 2_000

// Escape HTML, and keep every line break because AI models use them deliberately.
const markdown = new MarkdownIt({ html: false, breaks: true, maxNesting: MAX_NESTING })
// Images would load from other sites, so show their alt text instead.
markdown.renderer.rules['image'] = (tokens, at) => markdown.utils.escapeHtml(tokens[at]?.content ?? '')
markdown.validateLink = isLinkAllowed

// The delimiter row sets the number of cells in every row, so a tiny row could expand into a huge one.
const [table] = markdown.block.ruler.getRules('')
markdown.block.ruler.at(
  'table',
  (state, start, end, isProbe) => {
    const under = start + 1
    const columns = state.src.slice(state.bMarks[under], state.eMarks[under]).split('|').length
    if (!table || columns > MAX_COLUMNS + 2) return false
    const env = state.env as { cells?: number }
    const before = env.cells ?? 0
    const rows = Math.floor((MAX_CELLS - before) / columns)
    const isTable = rows > 0 && table(state, start, Math.min(end, start + 1 + rows), isProbe)
    if (isTable && !isProbe) env.cells = before + (state.line - start) * columns
    return isTable
  },
  { alt: ['paragraph', 'reference'] },
)

/** A Markdown checkbox at the start of a list item. */
const BOX = /^\[([ xX])\] /

// Checklist items use the editor's format (docs/decisions/0007).
markdown.core.ruler.push('boxes', ({ tokens }) => {
  for (const [at, { children }] of tokens.entries()) {
    const item = tokens[at - 2]
    const text = children?.[0]
    const sign = text && BOX.exec(text.content)?.[1]
    if (item?.type !== 'list_item_open' || !text || sign === undefined) continue
    item.attrSet('style', `list-style-type:'${sign === ' ' ? '☐' : '☑'} '`)
    text.content = text.content.replace(BOX, '')
  }
})

/** Converts Markdown to unsanitized HTML. */
export const htmlOfMarkdown = (text: string): string => {
  const html = markdown.render(text, {})
  // Input that expands to excessive markup is shown as plain text.
  return html.length <= MAX.lessonHtml ? html : `<p>${markdown.utils.escapeHtml(text).replaceAll('\n', '<br>')}</p>`
}
