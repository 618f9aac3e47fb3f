import { Bell, Layers2 } from 'lucide-react'
import type { Preferences } from '#shared/accounts/contract.ts'
import { formatTimes } from '#shared/dates.ts'
import type { PlannedBlock } from '#web/features/calendar/model/planned-week.ts'
import { DraftSign } from '#web/features/calendar/time-block/draft-sign.tsx'
import { PreviewLines } from '#web/features/rich-text/preview-lines.tsx'
import type { Phase } from './now-mark.tsx'
import './block-card.css'

// Each begins with a space, where the line can wrap.
const ALERT = (
  <>
    {' '}
    <span className="lesson-card-alert">
      <Bell />
      <span className="sr-only">Has an alert</span>
    </span>
  </>
)
const OVERLAP = (
  <>
    {' '}
    <span className="lesson-card-overlap">
      <Layers2 />
      Overlaps
    </span>
  </>
)

type BlockCardProps = {
  lesson: PlannedBlock
  phase: Phase
  timeFormat: Preferences['timeFormat']
  /** True if the lesson belongs to another user and can be copied into the user's own calendar. */
  isToCopy: boolean
  /** Whether this device has unsaved text of the lesson. */
  hasDraft: boolean
}

/**
 * A lesson in the week. It must be stateless, because cards are keyed by position: changing weeks only writes new text into the same nodes.
 * The week view handles clicks on the card by `data-block-id`. The surrounding block menus handle clicks on the menu button, whose dots are
 * drawn by the style sheet. One card of the week is in the tab order (card-focus.ts), and its menu opens by key.
 */
export const BlockCard = ({ lesson: { block, preview, hue, overlaps }, phase, timeFormat, isToCopy, hasDraft }: BlockCardProps) => (
  <div className="lesson" data-phase={phase}>
    <button type="button" tabIndex={-1} className={`lesson-card ${hue}`} data-block-id={block.id}>
      <span className="lesson-card-time">
        {formatTimes(block, timeFormat)}
        {block.hasAlert && ALERT}
        {overlaps && OVERLAP}
      </span>
      <strong className="lesson-card-title">{block.title}</strong>
      {hasDraft && (
        <span className="lesson-card-draft">
          <DraftSign blockId={block.id} />
        </span>
      )}
      {preview !== '' && (
        <span className="lesson-card-text">
          <PreviewLines text={preview} />
        </span>
      )}
    </button>
    <button
      type="button"
      tabIndex={-1}
      className="lesson-more"
      data-block-menu=""
      aria-haspopup="menu"
      aria-label={`More for ${block.title}`}
    />
    {isToCopy && (
      <button
        type="button"
        tabIndex={-1}
        className="lesson-copy"
        data-block-menu="copy"
        aria-haspopup="dialog"
        aria-label={`Copy ${block.title} to my planner`}
      >
        Copy to my planner
      </button>
    )}
  </div>
)
