import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { Find, Found, FoundDay } from '#shared/calendar/search/contract.ts'
import { formatDay } from '#shared/dates.ts'
import { useOwnCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { askForBlock } from '#web/features/calendar/navigation/asked-block.ts'
import { schoolDayOf } from '#web/features/calendar/navigation/planner-url.ts'
import { goTo } from '#web/features/calendar/navigation/shown-date.ts'
import { useUser } from '#web/features/people/data.ts'
import type { Command } from '#web/lib/input/commands.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { foundQuery } from './data.ts'
import { FindWords } from './find-words.tsx'
import { isEnough, writeAsked } from './search-address.ts'
import { useSettled } from './use-settled.ts'

/** Maximum number of results in the palette. The search page shows the rest. */
const MOST = 8

/** A palette entry with custom content, grouped by day. */
export type FoundEntry = Command & { heading?: string; content?: ReactNode }

const inTurn = (days: readonly FoundDay[]): { day: FoundDay; find: Find }[] =>
  days.flatMap((day) => day.finds.map((find) => ({ day, find }))).slice(0, MOST)

const saidOf = (found: Found | undefined, error: Error | null): string => {
  if (error) return `Couldn’t search your lessons. ${error.message}`
  if (!found) return 'Searching your lessons…'
  return found.isComplete ? '' : 'Still indexing older lessons, so some may be missing.'
}

/** Returns the lessons that match the palette's search text, a link to the search page, and a status message. */
export const useFoundLessons = (typed: string): { entries: FoundEntry[]; said: string } => {
  const calendar = useOwnCalendar()
  const { timezone, preferences } = useUser()
  const today = useToday(timezone)
  const q = typed.trim()
  const asked = { q: useSettled(q), title: '', from: '', to: '' }
  const { data, error } = useInfiniteQuery({ ...foundQuery(calendar, asked), enabled: isEnough(asked) })
  if (!isEnough({ q, title: '' })) return { entries: [], said: '' }

  const lessons = inTurn(data?.pages[0]?.days ?? []).map(({ day: { date, isBlocked }, find }): FoundEntry => {
    const open = () => {
      if (find.blockId !== null) askForBlock(date, find.blockId)
      goTo(today, (now) => ({ ...now, date: schoolDayOf(date), calendar: calendar.name }))
    }
    return {
      id: `found-${date}-${find.blockId ?? find.kind}`,
      label: find.title.join('') || find.excerpt.join(''),
      group: 'Go to',
      heading: formatDay(date, 'full'),
      content: <FindWords find={find} isBlocked={isBlocked} timeFormat={preferences.timeFormat} />,
      run: open,
    }
  })
  const more: FoundEntry = { id: 'found-more', label: 'More results…', group: 'Go to', run: () => navigate(writeAsked({ q })) }
  return { entries: lessons.length > 0 ? [...lessons, more] : [], said: saidOf(data?.pages[0], error) }
}
