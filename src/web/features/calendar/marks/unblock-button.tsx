import { RotateCcw } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import type { PlannedDay } from '#web/features/calendar/model/planned-week.ts'
import { lazyModule } from '#web/lib/lazy-part.tsx'
import { watchRisk } from '#web/lib/net/save-status.ts'
import { Button } from '#web/ui/button.tsx'

const saving = lazyModule(() => import('./mark-saves.ts'))
const BACK = <RotateCcw className="size-[15px]" />

/** Removes the day's block-out, if it's the user's to remove. `asks` is true if a question about its plans follows. */
export const UnblockButton = ({ day: { date, fullDate, own, school }, asks = false }: { day: PlannedDay; asks?: boolean }) => {
  const calendar = useCalendar()
  // Under the school's block-out, unblocking wouldn't change what the day looks like.
  if (!calendar.mayEdit || !own.isBlocked || school?.isBlocked) return null
  const unblock = (event: MouseEvent) => {
    // A click on the rest of the column opens the day.
    event.stopPropagation()
    // The button disappears with the block-out. If a question follows, focus returns here.
    if (!asks) event.currentTarget.closest('[data-date]')?.querySelector<HTMLElement>('h2 a')?.focus()
    void watchRisk(saving).then(({ removeMark }) => removeMark(calendar, { from: date, kind: 'block-out', seen: own.blockedText }))
  }
  return (
    <Button size="sm" className="mt-2" icon={asks && BACK} aria-label={`Unblock Day: ${fullDate}`} onClick={unblock}>
      {asks ? 'Unblock…' : 'Unblock Day'}
    </Button>
  )
}
