import { formatDay, todayIn } from '#shared/dates.ts'
import { useUser } from '#web/features/people/data.ts'
import { Button } from '#web/ui/button.tsx'

type DraftNoteProps = {
  /** When the draft was typed, in ms since the epoch. */
  keptAt: number
  hasMovedOn: boolean
  onDrop: () => void
}

/** Tells the teacher that the dialog's text was typed earlier and never saved. */
export const DraftNote = ({ keptAt, hasMovedOn, onDrop }: DraftNoteProps) => {
  const { timezone } = useUser()
  return (
    <div
      role="status"
      className="mb-3.5 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-brass-soft px-3 py-2 text-brass-ink"
    >
      <p className="min-w-0 flex-1 basis-64">
        <b className="font-semibold">Your unsaved text is back.</b>
        {` You typed it on this device on ${formatDay(todayIn(timezone, keptAt), 'medium')}.`}
        {hasMovedOn && ' The saved lesson has changed since then.'}
      </p>
      <Button size="sm" onClick={onDrop}>
        Discard draft
      </Button>
    </div>
  )
}
