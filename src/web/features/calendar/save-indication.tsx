import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useLateQuestions } from '#web/features/calendar/days/conflict-question.ts'
import { openOutbox } from '#web/features/calendar/days/outbox/outbox.ts'
import { useRefusedEdits } from '#web/features/calendar/days/outbox/unsent.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { useSaveStatus } from '#web/lib/net/save-status.ts'
import { whenIdle } from '#web/lib/time/when-idle.ts'
import { Spinner } from '#web/ui/spinner.tsx'

const NotSentPart = lazyPart(async () => (await import('./offline/not-sent.tsx')).NotSent)

const CHECK = <Check className="size-3.5 shrink-0 text-note" />
const SPINNER = <Spinner className="size-3.5 shrink-0" />

/** The save status, announced politely: saving, not yet sent (with the list of it), or saved. */
export const SaveIndication = () => {
  const { saving, unreached, savedAt } = useSaveStatus()
  const refused = useRefusedEdits().length
  const questions = useLateQuestions().length
  const [isListOpen, setIsListOpen] = useState(false)
  // A save never changes a viewed calendar, so 'Saved' isn't shown there. Unsaved changes show on every calendar.
  const { isViewed } = useCalendar()
  useEffect(() => void openOutbox(), [])
  // Without a network, its files couldn't be loaded anymore.
  useEffect(() => whenIdle(() => void NotSentPart.preload()), [])
  // A day's later changes wait for the first one that couldn't be sent.
  const unsent = (unreached + questions > 0 ? Math.max(saving, unreached, questions) : 0) + refused
  const [icon, text] =
    unsent > 0
      ? [null, `Not yet sent: ${unsent}`]
      : saving > 0
        ? [SPINNER, 'Saving…']
        : savedAt !== null && !isViewed
          ? [CHECK, 'Saved']
          : []
  // Stays while the teacher looks at the list, also when the last edit has been sent.
  const hasList = unsent > 0 || isListOpen
  return (
    <>
      <p role="status" className={clsx('flex min-w-0 items-center gap-1.5', hasList && 'sr-only')}>
        {icon}
        <span className="truncate">{text}</span>
      </p>
      {hasList && (
        <Suspense>
          <NotSentPart count={unsent} open={isListOpen} onOpenChange={setIsListOpen} />
        </Suspense>
      )}
    </>
  )
}
