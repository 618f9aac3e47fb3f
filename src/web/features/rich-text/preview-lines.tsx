import { Link2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { LINK_SIGN } from '#shared/plain-text.ts'

/** The bullet, box, or number that starts a list item's line. */
const ITEM = /^(?:[•☐☑]|\d{1,6}\.) /

/** Returns a line with an icon before each link. The links can't be followed, because the card around them is a button. */
const wordsOf = (line: string): ReactNode =>
  line.includes(LINK_SIGN)
    ? line.split(LINK_SIGN).map((part, at) => [at > 0 && <Link2 key={`link ${at}`} aria-hidden="true" className="preview-link" />, part])
    : line

/** Returns the line with a space after its period, because a card that is full puts an ellipsis there: 'together. …', not 'together.…'. */
const withSpace = (line: string): string => (line.endsWith('.') ? `${line}\u{a0}` : line)

/**
 * Returns the text from `previewOf` for a card. A function and not a component, and the style sheet draws the markers of items, because a
 * week has hundreds of lines. A preview of one paragraph is a single text node.
 */
export const previewLines = (text: string): ReactNode => {
  if (!text.includes('\n') && !text.includes(LINK_SIGN) && !ITEM.test(text)) return text
  // Lines don't have an identity: a card only ever gets new text.
  return text.split('\n').map((line, at, lines) => {
    const marker = ITEM.exec(line)?.[0]
    const words = marker ? line.slice(marker.length) : line
    return (
      <span key={at} className="preview-line" data-item={marker}>
        {wordsOf(at < lines.length - 1 ? withSpace(words) : words)}
      </span>
    )
  })
}
