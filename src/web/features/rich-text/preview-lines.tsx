import { Link2 } from 'lucide-react'
import { LINK_SIGN } from '#shared/plain-text.ts'

/** The bullet, box, or number that starts a list item's line. */
const ITEM = /^(?:[•☐☑]|\d{1,6}\.) /

/** A line of a preview, with an icon before each link. The links can't be followed, because the card around them is a button. */
const Words = ({ line }: { line: string }) =>
  line.split(LINK_SIGN).map((part, at) => [at > 0 && <Link2 key={`link ${at}`} aria-hidden="true" className="preview-link" />, part])

/** Returns the line with a space after its period, because a card that is full puts an ellipsis there: 'together. …', not 'together.…'. */
const withSpace = (line: string): string => (line.endsWith('.') ? `${line}\u{a0}` : line)

const Line = ({ line }: { line: string }) => {
  const marker = ITEM.exec(line)?.[0]
  return (
    <span className="preview-line" data-item={marker && ''}>
      {marker && <span className="preview-marker">{marker}</span>}
      <Words line={marker ? line.slice(marker.length) : line} />
    </span>
  )
}

/** Renders the text from `previewOf`. Most previews are one paragraph, so they are a single text node. A week has hundreds of them. */
export const PreviewLines = ({ text }: { text: string }) => {
  if (!text.includes('\n') && !text.includes(LINK_SIGN) && !ITEM.test(text)) return text
  // Lines don't have an identity: a card only ever gets new text.
  return text.split('\n').map((line, at, lines) => <Line key={at} line={at < lines.length - 1 ? withSpace(line) : line} />)
}
