/** Reads the classes and chosen hues that determine the colors of a calendar's lessons. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import type { TitleHue } from '#shared/accounts/rules.ts'
import type { ViewedTeacher } from '#shared/collaboration/contract.ts'
import type { Colors } from '#web/features/calendar/model/hue.ts'
import { classesQuery, knownClasses, useClasses } from '#web/features/classes/data.ts'
import { useSession } from '#web/features/people/data.ts'
import { queryClient, SESSION_KEY } from '#web/lib/net/query-client.ts'
import type { CalendarId, CalendarSource } from './calendar-ref.ts'
import { isOfOthers, personKey, personQuery } from './queries.ts'

const NONE: readonly TitleHue[] = []
const NO_CLASSES: readonly never[] = []

/** Returns the calendar's classes in order. Empty while they load. */
export const useClassesOf = (calendar: CalendarSource): readonly ViewedTeacher['classes'][number][] => {
  const { data: own } = useQuery({ ...classesQuery, enabled: calendar.kind === 'own' })
  const { data: viewed } = useQuery({ ...personQuery(calendar), enabled: isOfOthers(calendar) })
  return (calendar.kind === 'own' ? own : viewed?.classes) ?? NO_CLASSES
}

/** Returns the calendar's classes and the colors that the signed-in user chose for titles. Without classes while they load. */
export const useColors = (calendar: CalendarSource): Colors => {
  const chosen = useSession().data?.preferences.titleHues ?? NONE
  const classes = useClassesOf(calendar)
  return useMemo(() => ({ classes, chosen }), [classes, chosen])
}

/** Returns the colors of the signed-in user's own calendar. */
export const useOwnColors = (): Colors => {
  const chosen = useSession().data?.preferences.titleHues ?? NONE
  const classes = useClasses()
  return useMemo(() => ({ classes, chosen }), [classes, chosen])
}

/** Returns the same as {@link useColors}, as far as it is loaded. */
export const knownColors = (calendar: CalendarId): Colors => {
  const user = queryClient.getQueryData<User | null>(SESSION_KEY)
  const viewed = queryClient.getQueryData<ViewedTeacher>(personKey(calendar))?.classes
  return {
    classes: viewed ?? (calendar.id === user?.calendarId ? knownClasses() : NO_CLASSES),
    chosen: user?.preferences.titleHues ?? NONE,
  }
}
