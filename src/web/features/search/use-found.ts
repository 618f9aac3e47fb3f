import { useInfiniteQuery } from '@tanstack/react-query'
import { timeIn } from '#shared/dates.ts'
import { useOwnCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useClasses } from '#web/features/classes/data.ts'
import { useUser } from '#web/features/people/data.ts'
import { useNow } from '#web/lib/time/use-now.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { isEnough } from './asked-search.ts'
import { foundQuery } from './data.ts'
import { type Chip, chipKeyOf, chipsOf, comingHits, daysOf, type Hit, type Moment, type Period, pastHits } from './near-today.ts'
import { useSettled } from './use-settled.ts'

/** Results in one direction from today, nearest first. */
export type Side = { hits: Hit[]; hasMore: boolean; isLoadingMore: boolean; loadMore: () => void }

type Wanted = { q: string; title: string; classId?: string | undefined; period: Period; isEnabled: boolean }

const useNowThere = (): Moment => {
  const { timezone } = useUser()
  return { today: useToday(timezone), time: timeIn(timezone, useNow()) }
}

/** Searches the user's own lessons in both directions from today. */
const useBothSides = ({ q, title, classId, period, isEnabled }: Wanted) => {
  const calendar = useOwnCalendar()
  const now = useNowThere()
  const { from, to } = daysOf(period, now.today)
  const isOver = to !== undefined && to < now.today
  const ahead = { q, title, classId, from: now.today, to, order: 'earliest' as const }
  const back = { q, title, classId, from, to: isOver ? to : now.today, order: 'latest' as const }
  const coming = useInfiniteQuery({ ...foundQuery(calendar, ahead), enabled: isEnabled && !isOver })
  const past = useInfiniteQuery({ ...foundQuery(calendar, back), enabled: isEnabled })
  const sideOf = (found: typeof coming, hits: Hit[]): Side => ({
    hits,
    hasMore: found.hasNextPage,
    isLoadingMore: found.isFetchingNextPage,
    loadMore: () => void found.fetchNextPage(),
  })
  const daysIn = ({ data }: typeof coming) => data?.pages.flatMap(({ days }) => days) ?? []
  const both = isOver ? [past] : [coming, past]
  return {
    coming: sideOf(coming, isOver ? [] : comingHits(daysIn(coming), now)),
    past: sideOf(past, pastHits(daysIn(past), now)),
    error: both.find(({ error }) => error)?.error ?? null,
    isWaiting: isEnabled && both.some(({ isPending, isPlaceholderData }) => isPending || isPlaceholderData),
    isComplete: both.every(({ data }) => data?.pages.every((page) => page.isComplete) ?? true),
    isOnDevice: both.some(({ data }) => data?.pages.some((page) => page.isOnDevice)),
  }
}

export type FoundLessons = {
  coming: Side
  past: Side
  chips: Chip[]
  /** The number of results without a filter, and whether there are more than that. */
  count: number
  hasMore: boolean
  /** True until the results for the typed text have arrived. */
  isWaiting: boolean
  error: Error | null
  isComplete: boolean
  /** True without a network. Only the weeks of this device were searched. */
  isOnDevice: boolean
}

const NOTHING: Side = { hits: [], hasMore: false, isLoadingMore: false, loadMore: () => undefined }

/** Returns the lessons, notes, and blocked dates that match the typed text. `chosen` limits them to those of a chip. */
export const useFound = (typed: string, period: Period, chosen: Chip | undefined): FoundLessons => {
  const wanted = typed.trim()
  const q = useSettled(wanted)
  const isEnabled = isEnough(q)
  const all = useBothSides({ q, title: '', period, isEnabled })
  const hasMore = all.coming.hasMore || all.past.hasMore
  // If all results are here, the chip selects among them. Otherwise, the server searches the lessons of the class or title only.
  const isNarrowed = chosen?.kind === 'lesson' && hasMore
  const classId = chosen?.classId
  const title = classId === undefined ? (chosen?.label ?? '') : ''
  const some = useBothSides({ q, title, classId, period, isEnabled: isEnabled && isNarrowed })
  const classes = useClasses()
  const shown = isNarrowed && !some.isWaiting ? some : all
  const limited = (side: Side): Side => ({
    ...side,
    hits: side.hits.filter(({ find }) => !chosen || chipKeyOf(find, classes) === chosen.key),
  })
  const hits = [...all.coming.hits, ...all.past.hits]
  const isAsked = isEnough(wanted) && isEnabled
  return {
    coming: isAsked ? limited(shown.coming) : NOTHING,
    past: isAsked ? limited(shown.past) : NOTHING,
    chips: isAsked ? chipsOf(hits, classes) : [],
    count: hits.length,
    hasMore,
    isWaiting: isEnough(wanted) && (q !== wanted || all.isWaiting),
    error: isAsked ? shown.error : null,
    isComplete: shown.isComplete,
    isOnDevice: isAsked && shown.isOnDevice,
  }
}
