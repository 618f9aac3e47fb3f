import { createContext, useContext } from 'react'
import { hasAccess } from '#shared/billing/rules.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { useNow } from '#web/lib/use-now.ts'

/** Whose calendar is on screen: a person's or a school's, and whether the person in front of it may change it. */
export type CalendarRef = { id: string; kind: 'person' | 'school'; mayEdit: boolean }

const CalendarContext = createContext<CalendarRef | null>(null)
export const CalendarProvider = CalendarContext.Provider

/** The calendar that the page shows. Throws outside of {@link CalendarProvider}. */
export const useCalendar = (): CalendarRef => {
  const calendar = useContext(CalendarContext)
  if (!calendar) throw new Error('useCalendar is for what stands in a CalendarProvider')
  return calendar
}

/** The calendar of the person who is signed in. It may be changed while their trial or plan runs. */
export const useOwnCalendar = (): CalendarRef => {
  const user = useUser()
  const now = useNow()
  return { id: user.calendarId, kind: 'person', mayEdit: hasAccess(user, now) }
}
