import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { type CalendarRef, useCalendar, useOwnCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { calendarKey, personQuery } from '#web/features/calendar/days/queries.ts'
import type { CalendarName } from '#web/features/calendar/model/calendar-name.ts'
import { plannerTitle } from '#web/features/calendar/navigation/planner-title.ts'
import { readAddress, writeAddress } from '#web/features/calendar/navigation/planner-url.ts'
import { goTo, usePlannerAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { focusPlans } from '#web/lib/focus-plans.ts'
import { useCommands } from '#web/lib/input/commands.ts'
import { RefusedCall } from '#web/lib/net/api.ts'
import { queryClient } from '#web/lib/net/query-client.ts'
import { useTitleMeanwhile } from '#web/lib/page-title.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { VIEWING_ANSWERS } from './read-only.ts'
import { ReadOnlyBanner } from './read-only-banner.tsx'
import { useViewedName } from './viewed-person.ts'

const meansGone = (error: unknown): boolean => error instanceof RefusedCall && [403, 404].includes(error.status)

/**
 * Returns to the user's own calendar as soon as loading the viewed calendar fails because access was revoked. Removes the viewed calendar's
 * data from memory.
 */
const useLeaveWhenGone = ({ id }: CalendarRef, own: CalendarName, today: string): void => {
  useEffect(() => {
    const cache = queryClient.getQueryCache()
    const key = { queryKey: calendarKey({ id }) }
    const leaveIfGone = () => {
      if (!cache.findAll(key).some(({ state }) => meansGone(state.error))) return
      stop()
      showToast({ title: 'You can no longer view this schedule.' })
      navigate(writeAddress({ ...readAddress(window.location.search, today), calendar: own }), { replace: true })
      // Deferred until the page has unsubscribed from the queries.
      setTimeout(() => queryClient.removeQueries(key))
    }
    const stop = cache.subscribe(leaveIfGone)
    leaveIfGone()
    return stop
  }, [id, own, today])
}

/**
 * The banner above another user's schedule: the owner's name, and a button to go back. Also registers commands that explain which actions
 * aren't possible there.
 */
export const Viewing = ({ today }: { today: string }) => {
  const calendar = useCalendar()
  const { name: own } = useOwnCalendar()
  const { error } = useQuery(personQuery(calendar))
  const title = `${useViewedName(calendar)}’s schedule`
  const place = plannerTitle(usePlannerAddress(today))
  const leave = () => goTo(today, (now) => ({ ...now, calendar: own }))

  useLeaveWhenGone(calendar, own, today)
  useCommands([{ id: 'return', label: 'Return to My Schedule', group: 'Go to', words: 'own back leave', run: leave }, ...VIEWING_ANSWERS])
  useEffect(() => {
    if (error && !meansGone(error))
      showToast({ title: 'Could not find user information.', description: error.message, tone: 'destructive' })
  }, [error])
  useTitleMeanwhile(`${title}, ${place}`)
  useEffect(() => () => void setTimeout(focusPlans), [])

  return <ReadOnlyBanner title={`You are viewing ${title}`} short={title} back="Return to My Schedule" onBack={leave} />
}
