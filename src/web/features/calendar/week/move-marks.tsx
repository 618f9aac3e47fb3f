import { ArrowLeft, ArrowRight, ChevronRight, Inbox } from 'lucide-react'
import { firstLineOf } from '#web/features/rich-text/preview.ts'
import type { DrawnMove } from './move-preview.ts'
import './move-marks.css'

const NEXT = <ArrowRight strokeWidth={2.6} />
const PREVIOUS = <ArrowLeft strokeWidth={2.6} />
const TIP = <ChevronRight strokeWidth={2.6} />
const INBOX = <Inbox />

type MoveMarksProps = { drawn: DrawnMove; title: string; preview: string; hue: string }

/**
 * Draws where a card's plan goes while a move is previewed. If another plan arrives in the card, its own text is below it, dashed. The menu
 * says the same in words, so screen readers skip it.
 */
export const MoveMarks = ({ drawn: { arrives, leaves, mark }, title, preview, hue }: MoveMarksProps) => (
  <span aria-hidden="true" className="move-marks">
    {arrives && leaves && (
      <span className={`move-leaving ${hue}`}>
        <span>{firstLineOf(preview) || title}</span>
      </span>
    )}
    {mark && (
      <span className="move-mark" data-way={mark.way}>
        {mark.way === 'next' && NEXT}
        {mark.way === 'previous' && PREVIOUS}
        <span className="move-words">
          {mark.way === 'elsewhere' && (mark.words === 'Unplaced' ? INBOX : NEXT)}
          {mark.words}
        </span>
        {mark.way === 'over' && TIP}
      </span>
    )}
  </span>
)
