/** Markdown as HTML, also of an answer that is still being written. What it makes is cleaned like all lesson HTML before it is shown or kept. */
import MarkdownIt from 'markdown-it'
import { isLinkAllowed, MAX_LESSON_HTML } from './lesson-html.ts'

/** Lists and quotations inside of one another; what is deeper is left out. */
const MAX_NESTING = 20

/** Columns of a table, and cells of all tables of a text. A table that is wider is text, and so are rows beyond. */
const MAX_COLUMNS = 20
const MAX_CELLS = 2_000

// HTML is text, and a line is a line, as models mean it.
const markdown = new MarkdownIt({ html: false, breaks: true, maxNesting: MAX_NESTING })
// A picture would be fetched from elsewhere: it is what it is called.
markdown.renderer.rules['image'] = (tokens, at) => markdown.utils.escapeHtml(tokens[at]?.content ?? '')
markdown.validateLink = isLinkAllowed

// A row has as many cells as the line under the heading says, so that three letters can ask for a hundred.
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

/** The box of a check list, where Markdown has it at the begin of an item. */
const BOX = /^\[([ xX])\] /

// An item with a box is as the editor writes it (docs/decisions/0007).
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

/** Returns Markdown as HTML that is still to be cleaned. */
export const htmlOfMarkdown = (text: string): string => {
  const html = markdown.render(text, {})
  // Signs that turn into very many tags are shown as they were written.
  return html.length <= MAX_LESSON_HTML ? html : `<p>${markdown.utils.escapeHtml(text).replaceAll('\n', '<br>')}</p>`
}
