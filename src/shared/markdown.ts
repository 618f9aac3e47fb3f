/** Markdown as HTML, also of an answer that is still being written. What it makes is cleaned like all lesson HTML before it is shown or kept. */
import MarkdownIt from 'markdown-it'
import { isLinkAllowed } from './lesson-html.ts'

/** Lists and quotations inside of one another; what is deeper is left out. */
const MAX_NESTING = 20

// HTML is text, and a line is a line, as models mean it.
const markdown = new MarkdownIt({ html: false, breaks: true, maxNesting: MAX_NESTING })
// A picture would be fetched from elsewhere: it is what it is called.
markdown.renderer.rules['image'] = (tokens, at) => markdown.utils.escapeHtml(tokens[at]?.content ?? '')
markdown.validateLink = isLinkAllowed

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
export const htmlOfMarkdown = (text: string): string => markdown.render(text)
