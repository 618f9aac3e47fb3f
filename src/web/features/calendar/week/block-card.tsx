import { Bell, CornerDownRight, Layers2, Lock } from 'lucide-react'
import { Suspense } from 'react'
import type { Preferences } from '#shared/accounts/contract.ts'
import { formatTimes } from '#shared/dates.ts'
import type { PlannedBlock } from '#web/features/calendar/model/planned-week.ts'
import { PlannerOutlet } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { DraftSign } from '#web/features/calendar/time-block/draft-sign.tsx'
import { previewIn, type Room } from '#web/features/rich-text/preview.ts'
import { previewLines } from '#web/features/rich-text/preview-lines.tsx'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import type { DrawnMove } from './move-preview.ts'
import type { Phase } from './now-mark.tsx'
import './block-card.css'

const MoveMarksPart = lazyPart(async () => (await import('./move-marks.tsx')).MoveMarks)

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
const LOCKED = (
  <>
    {' '}
    <span className="lesson-card-lock">
      <Lock />
      <span className="sr-only">Locked</span>
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
  date: string
  lesson: PlannedBlock
  phase: Phase
  timeFormat: Preferences['timeFormat']
  /** True if the lesson belongs to another user and can be copied into the user's own calendar. */
  isToCopy: boolean
  /** Whether this device has unsaved text of the lesson. */
  hasDraft: boolean
  /** The room for the lesson's text. */
  room: Room
  /** Whether a feature may have something under the lesson. */
  hasFoot: boolean
  /** What a previewed move changes about the card. */
  drawn: DrawnMove | undefined
  /** The closed day that the lesson's plan comes from, such as 'Wed'. */
  from?: string | undefined
}

/**
 * A lesson in the week. It must be stateless, because cards are keyed by position: changing weeks only writes new text into the same nodes.
 * The week view handles clicks on the card by `data-block-id`. The surrounding block menus handle clicks on the menu button, whose dots are
 * drawn by the style sheet. One card of the week is in the tab order (card-focus.tsx), and its menu opens by key.
 */
export const BlockCard = ({
  date,
  lesson: { block, preview, hue, overlaps },
  phase,
  timeFormat,
  isToCopy,
  hasDraft,
  room,
  hasFoot,
  drawn,
  from,
}: BlockCardProps) => {
  const { shown, rest } = previewIn(drawn?.arrives?.preview ?? preview, room)
  return (
    <div
      className="lesson"
      data-phase={phase}
      data-arrives={drawn?.arrives ? '' : undefined}
      data-leaves={drawn?.leaves && !drawn.arrives ? '' : undefined}
    >
      <button type="button" tabIndex={-1} className={`lesson-card ${hue}`} data-block-id={block.id} aria-description={rest}>
        <span className="lesson-card-time">
          {formatTimes(block, timeFormat)}
          {(drawn?.arrives ?? block).hasAlert && ALERT}
          {block.isLocked && LOCKED}
          {overlaps && OVERLAP}
          {from !== undefined && (
            <>
              {' '}
              <span className="lesson-card-from">
                <CornerDownRight />
                from {from}
              </span>
            </>
          )}
        </span>
        <strong className="lesson-card-title">{drawn?.arrives?.title ?? block.title}</strong>
        {hasDraft && (
          <span className="lesson-card-draft">
            <DraftSign blockId={block.id} />
          </span>
        )}
        {shown !== '' && <span className="lesson-card-text">{previewLines(shown)}</span>}
      </button>
      <button
        type="button"
        tabIndex={-1}
        className="lesson-more"
        data-block-menu=""
        aria-haspopup="menu"
        aria-label={`More for ${block.title}`}
      />
      {hasFoot && <PlannerOutlet name="LessonFoot" date={date} block={block} hue={hue} />}
      {drawn && (
        <Suspense>
          <MoveMarksPart drawn={drawn} title={block.title} preview={preview} hue={hue} />
        </Suspense>
      )}
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
}
