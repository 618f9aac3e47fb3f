import { formatNearDay, formatTime, timeIn, todayIn } from '#shared/dates.ts'
import { useUser } from '#web/features/people/data.ts'
import { useToday } from '#web/lib/time/use-today.ts'

type DraftNoteProps = {
  /** When the draft was typed, in ms since the epoch. */
  keptAt: number
  hasMovedOn: boolean
  /** Which kind of text the teacher typed. */
  of?: 'lesson' | 'note' | 'reason'
  onDrop: () => void
}

/** Tells the teacher that the dialog's text was typed earlier and never saved. */
export const DraftNote = ({ keptAt, hasMovedOn, of = 'lesson', onDrop }: DraftNoteProps) => {
  const { timezone, preferences } = useUser()
  const today = useToday(timezone)
  const day = todayIn(timezone, keptAt)
  const when =
    day === today
      ? `at ${formatTime(timeIn(timezone, keptAt), preferences.timeFormat).replace(' ', '\u00a0')}`
      : `on ${formatNearDay(day, today)}`
  return (
    <div role="status" className="mb-3.5 rounded-control bg-brass-soft px-3 py-2 text-brass-ink">
      <b className="font-semibold">Your unsaved text is back.</b>
      {` You typed it on this device ${when}.`}
      {hasMovedOn && ` The saved ${of} has changed since then.`}{' '}
      {/* The padding is part of the target and doesn't make the lines higher. */}
      <button
        type="button"
        className="relative -my-3 inline-block rounded-small py-3 font-semibold whitespace-nowrap underline underline-offset-2 hover:decoration-2"
        onClick={onDrop}
      >
        Discard draft
      </button>
    </div>
  )
}
