import { useQuery } from '@tanstack/react-query'
import { Eye, Undo2 } from 'lucide-react'
import { useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { type CalendarRef, useCalendar, useOwnCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { calendarKey } from '#web/features/calendar/days/queries.ts'
import type { CalendarName } from '#web/features/calendar/model/calendar-name.ts'
import { readAddress, writeAddress } from '#web/features/calendar/navigation/planner-url.ts'
import { goTo } from '#web/features/calendar/navigation/shown-date.ts'
import { RefusedCall } from '#web/lib/api.ts'
import { type Command, useCommands } from '#web/lib/commands.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { readOnlyWords } from './read-only.ts'
import { personQuery, useViewedName } from './viewed-person.ts'

const LOOKS = <Eye aria-hidden="true" className="size-[19px] shrink-0 phone:hidden" />
const BACK = <Undo2 aria-hidden="true" className="size-4" />

const answer = (act: string, command: Pick<Command, 'id' | 'label' | 'key' | 'words'>): Command => ({
  ...command,
  group: 'Plan',
  run: () => showToast({ title: readOnlyWords(act) }),
})

/** What is done by key or by name in one's own calendar says here why it is not. */
const ANSWERS: readonly Command[] = [
  answer('add lessons', { id: 'add-block', label: 'Add Time Block', key: 'n', words: 'new create lesson' }),
  answer('undo changes', { id: 'undo', label: 'Undo', key: 'Mod+z', words: 'take back' }),
  answer('redo changes', { id: 'redo', label: 'Redo', key: 'Mod+Shift+z', words: 'again' }),
  answer('block out days', { id: 'block-out', label: 'Block Out This Day', words: 'non-instructional day off holiday' }),
  answer('add notes', { id: 'add-note', label: 'Add Note to This Day', words: 'write reminder' }),
  answer('change block-outs and notes', {
    id: 'manage-marks',
    label: 'Manage Blockouts and Notes',
    words: 'non-instructional holiday break',
  }),
  answer('apply templates', { id: 'manage-templates', label: 'Manage templates', words: 'manager bell schedule daily weekly time block' }),
  answer('repeat lessons', { id: 'repeat-week', label: 'Repeat This Week…', key: 'r', words: 'until copy every weekly' }),
  answer('repeat lessons', { id: 'repeat-day', label: 'Repeat This Day…', words: 'until copy every daily' }),
]

const meansGone = (error: unknown): boolean => error instanceof RefusedCall && [403, 404].includes(error.status)

/** Goes back to one's own calendar as soon as any read of the viewed one says that it is shown no more. Nothing of it stays in memory. */
const useLeaveWhenGone = ({ id }: CalendarRef, own: CalendarName, today: string): void => {
  useEffect(() => {
    const cache = queryClient.getQueryCache()
    const key = { queryKey: calendarKey({ id }) }
    const leaveIfGone = () => {
      if (!cache.findAll(key).some(({ state }) => meansGone(state.error))) return
      stop()
      showToast({ title: 'You can no longer see this schedule.' })
      navigate(writeAddress({ ...readAddress(window.location.search, today), calendar: own }), { replace: true })
      // Once the page has let go of it.
      setTimeout(() => queryClient.removeQueries(key))
    }
    const stop = cache.subscribe(leaveIfGone)
    leaveIfGone()
    return stop
  }, [id, own, today])
}

/** The button for the way back is gone with it: the focus goes to the top of what is shown instead. */
const focusPlans = (): void => {
  if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
}

/** Over somebody else's schedule: whose it is, and the way back. It also answers what cannot be done there. */
export const Viewing = ({ today }: { today: string }) => {
  const calendar = useCalendar()
  const { name: own } = useOwnCalendar()
  const { error } = useQuery(personQuery(calendar))
  const title = `${useViewedName(calendar)}’s schedule`
  const leave = () => goTo(today, (now) => ({ ...now, calendar: own }))

  useLeaveWhenGone(calendar, own, today)
  useCommands([{ id: 'return', label: 'Return to My Schedule', group: 'Go to', words: 'own back leave', run: leave }, ...ANSWERS])
  useEffect(() => {
    if (error && !meansGone(error))
      showToast({ title: 'Could not find user information.', description: error.message, tone: 'destructive' })
  }, [error])
  useEffect(() => {
    const before = document.title
    document.title = `${title} · Firstbell`
    return () => {
      document.title = before
    }
  }, [title])
  useEffect(() => () => void setTimeout(focusPlans), [])

  return (
    <div className="viewing-banner">
      {LOOKS}
      <p role="status" className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 phone:min-h-11 phone:basis-full phone:pr-14">
        <strong className="text-lead leading-snug font-semibold">You are viewing {title}</strong>
        <span className="rounded-full border border-current px-2.5 text-small font-semibold">Read-only</span>
      </p>
      <Button size="sm" icon={BACK} className="border-transparent! text-blocked! phone:w-full" onClick={leave}>
        Return to My Schedule
      </Button>
    </div>
  )
}
