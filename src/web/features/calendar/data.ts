import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type CalendarDay, calendar, HISTORY_PAGE, type OperationResult } from '#shared/calendar/contract.ts'
import { marksOf } from '#shared/calendar/rules.ts'
import { addDays, addMonths, daysInRange, mondayOf } from '#shared/dates.ts'
import { client, RefusedCall } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import type { BlockEdit } from './block-edit.ts'
import { newBlockId } from './block-id.ts'
import { askAboutConflict } from './conflict-question.ts'
import { createDaySaver, type DayMove, type DayToSave } from './day-saver.ts'
import { type MarkKind, markChange, markText } from './marks.ts'
import { sameBlocks } from './merge-blocks.ts'
import { type MarkUpdates, type MonthMarks, markOf, monthMarks, withMarks } from './month-marks.ts'
import { type DayState, dayOfWeek, neighbourMondays, type PlannedDay, plannedWeek, withDay } from './planned-week.ts'
import { untilReached } from './until-reached.ts'

const api = client(calendar)
/** A week that is not on screen stays at hand for so long. */
const KEPT_MS = 60 * 60_000

const marksKey = (owner: string) => ['calendar', owner, 'marks']

/** One week of one person's calendar, in one request. Weeks and days are both read from this entry. */
export const weekQuery = (owner: string, monday: string) =>
  queryOptions({
    queryKey: ['calendar', owner, 'week', monday],
    queryFn: async () => plannedWeek(monday, await api.days({ query: { from: monday, to: addDays(monday, 4) } })),
    gcTime: KEPT_MS,
    // The saver knows edits and blocks by identity, which sharing would break; a week comes whole anyway.
    structuralSharing: false,
  })

/** Fetches the weeks around one ahead, the nearest first, so that going there waits for nothing. */
export const prefetchAround = async (owner: string, monday: string): Promise<void> => {
  for (const neighbour of neighbourMondays(monday)) await queryClient.prefetchQuery(weekQuery(owner, neighbour))
}

/** What a month shows: the marked days of it and of the weeks it begins and ends in, in one request without lessons. */
export const monthQuery = (owner: string, month: string) => {
  const [from, to] = [addDays(month, -6), addDays(addMonths(month, 1), 5)]
  return queryOptions({
    queryKey: [...marksKey(owner), month],
    queryFn: async () => monthMarks(from, to, await api.marks({ query: { from, to } })),
    gcTime: KEPT_MS,
    structuralSharing: false,
  })
}

/** Every block-out and note there is. Asked for anew at each showing, kept in step while it is shown. */
export const allMarksQuery = (owner: string) =>
  queryOptions({
    queryKey: [...marksKey(owner), 'all'],
    queryFn: async () => monthMarks('0000-01-01', '9999-12-31', await api.marks({ query: {} })),
    gcTime: 0,
    structuralSharing: false,
  })

/** Fetches the months beside one ahead. */
export const prefetchMonthsAround = async (owner: string, month: string): Promise<void> => {
  for (const step of [1, -1]) await queryClient.prefetchQuery(monthQuery(owner, addMonths(month, step)))
}

/** A school day as it is shown; undefined while its week is not at hand. */
export const shownDay = (owner: string, date: string): PlannedDay | undefined => {
  const week = queryClient.getQueryData(weekQuery(owner, mondayOf(date)).queryKey)
  return week && dayOfWeek(week, date)
}

const confirmedDay = (owner: string, date: string): CalendarDay | null => shownDay(owner, date)?.entry ?? null

const putMarks = (owner: string, updates: MarkUpdates): void =>
  void queryClient.setQueriesData<MonthMarks>({ queryKey: marksKey(owner) }, (month) => month && withMarks(month, updates))

/** Changes a day of a week that is at hand; the months that show the day follow. */
const changeDay = (owner: string, date: string, change: (day: PlannedDay) => Partial<DayState>): void => {
  const before = confirmedDay(owner, date)
  queryClient.setQueryData(weekQuery(owner, mondayOf(date)).queryKey, (week) => week && withDay(week, date, change))
  const entry = confirmedDay(owner, date)
  if (entry !== before) putMarks(owner, new Map([[date, entry && markOf(entry)]]))
}

/** A school day as it is shown; fetched with its week when that is not at hand, undefined on a weekend. Throws {@link RefusedCall}. */
export const loadDay = async (owner: string, date: string): Promise<PlannedDay | undefined> =>
  dayOfWeek(await queryClient.ensureQueryData(weekQuery(owner, mondayOf(date))), date)

/** Asks the server for a day again. One that is being saved, or was saved meanwhile, is newer than the answer and stays. Throws {@link RefusedCall}. */
export const refreshDay = async (owner: string, date: string): Promise<void> => {
  const before = confirmedDay(owner, date)
  const [now = null] = await api.days({ query: { date } })
  if (now?.version === before?.version) return
  changeDay(owner, date, ({ entry, pending }) => ({ entry: entry === before && pending.length === 0 ? now : entry, pending }))
}

/** Days as the server has them now. What was asked of the server before is asked again: its answer may be older. */
const putDays = (owner: string, { entries, removed }: Pick<OperationResult, 'entries' | 'removed'>): void => {
  const days = new Map<string, CalendarDay | null>(entries.map((entry) => [entry.date, entry]))
  for (const date of removed) days.set(date, null)
  for (const [date, entry] of days) changeDay(owner, date, () => ({ entry }))
  putMarks(owner, new Map([...days].map(([date, entry]) => [date, entry && markOf(entry)])))
  void queryClient.invalidateQueries({
    queryKey: ['calendar', owner],
    predicate: ({ state }) => state.fetchStatus === 'fetching',
    refetchType: 'all',
  })
}

/** The day as it is now, when a refusal says that it has moved on. */
const movedOn = (error: unknown): CalendarDay | null | undefined => {
  if (!(error instanceof RefusedCall)) return undefined
  if (error.code === 'stale') return (error.body?.current ?? null) as CalendarDay | null
  return error.code === 'not_found' ? null : undefined
}

const isSameContent = (a: CalendarDay | null, b: CalendarDay | null): boolean =>
  a && b ? a.blockedText === b.blockedText && a.noteText === b.noteText && sameBlocks(a.blocks, b.blocks) : a === b

/** Whether a day that is loaded has the block, saved or on its way. */
export const hasBlock = (owner: string, date: string, blockId: string): boolean =>
  Boolean(shownDay(owner, date)?.lessons.some(({ block }) => block.id === blockId))

// Version 0 says: nothing is there yet. Without it, the blocks of a day begun elsewhere would be replaced.
const asSent = ({ date, entry, blocks }: DayToSave) => ({ date, blocks, version: entry?.version ?? 0 })

const sendDays = async (days: readonly DayToSave[]): Promise<CalendarDay[]> => {
  const [day, ...others] = days
  if (!day || others.length > 0) return (await api.saveDays({ body: { days: days.map(asSent) } })).entries
  if (!day.entry) return [await api.saveDay({ body: asSent(day) })]
  const { blocks, version } = asSent(day)
  return [await api.replaceBlocks({ params: { id: day.entry.id }, body: { blocks, version } })]
}

const savers = new Map<string, ReturnType<typeof createDaySaver>>()
const saverOf = (owner: string): ReturnType<typeof createDaySaver> => {
  const known = savers.get(owner)
  if (known) return known
  const saver = createDaySaver({
    change: (date, change) => changeDay(owner, date, change),
    confirmed: (date) => confirmedDay(owner, date),
    send: (days) => untilReached(() => sendDays(days)),
    movedOn: (error) => {
      const day = movedOn(error)
      return day === undefined ? undefined : { date: error instanceof RefusedCall ? error.body?.date : undefined, day }
    },
    ask: askAboutConflict,
    newId: () => newBlockId(Date.now()),
  })
  savers.set(owner, saver)
  return saver
}

/** Saves an edit of a time block: shown at once, taken back when it fails (then throws the {@link RefusedCall}). Null when nothing was left to save. */
export const saveEdit = (owner: string, date: string, edit: BlockEdit): Promise<CalendarDay | null> => saverOf(owner).save(date, edit)

/** Moves a block to another day, both days in one operation; as {@link saveEdit} otherwise. Both days must be at hand ({@link loadDay}). */
export const moveToDay = (owner: string, move: DayMove): Promise<CalendarDay[] | null> => saverOf(owner).move(move)

/** The version of each day as it is shown; days of a week that is not at hand are left out. */
const versionsOn = (owner: string, dates: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    dates.flatMap((date) => {
      const day = shownDay(owner, date)
      return day ? [[date, day.entry?.version ?? 0]] : []
    }),
  )

/**
 * Makes a call that changes `dates` as one operation, after the saves of those days that are on their way, and shows
 * what it answers. Throws {@link RefusedCall}; a day that has moved on is then shown as it is now.
 */
export const runOperation = <R extends OperationResult>(
  owner: string,
  dates: readonly string[],
  call: (versions: Record<string, number>) => Promise<R>,
): Promise<R> =>
  saverOf(owner).inTurn(dates, async () => {
    try {
      const result = await call(versionsOn(owner, dates))
      putDays(owner, result)
      return result
    } catch (error) {
      const now = movedOn(error)
      if (now) changeDay(owner, now.date, ({ pending }) => ({ entry: now, pending }))
      throw error
    }
  })

/** The day as it is, and what changed on it, a page after the other; asked for anew each time it is opened. */
export const historyQuery = (owner: string, date: string) =>
  infiniteQueryOptions({
    queryKey: ['calendar', owner, 'history', date],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: before }) => {
      const [[current = null], changes] = await Promise.all([api.days({ query: { date } }), api.history({ query: { date, before } })])
      return { current, changes }
    },
    getNextPageParam: ({ changes }) => (changes.length === HISTORY_PAGE ? changes.at(-1)?.operationId : undefined),
    gcTime: 0,
  })

type Restore = Record<'current' | 'to', CalendarDay | null>

const sendRestore = async (date: string, { current, to }: Restore): Promise<OperationResult> => {
  if (to) {
    const { isBlocked, blockedText, hasNote, noteText, blocks } = to
    const version = current?.version ?? 0
    const entry = await api.saveDay({ body: { date, isBlocked, blockedText, hasNote, noteText, blocks, version } })
    return { operationId: entry.operationId, entries: [entry], removed: [] }
  }
  if (!current) throw new Error('A day without anything was restored to nothing')
  const { operationId } = await api.deleteDay({ params: { id: current.id }, query: { version: current.version } })
  return { operationId, entries: [], removed: [date] }
}

/**
 * Makes a day last seen as `current` what it was: `to`, null for nothing at all. Waits for the connection if need be.
 * Answers the operation, which can be undone; null when the day is so already. Throws {@link RefusedCall}.
 */
export const restoreDay = async (owner: string, date: string, restore: Restore): Promise<OperationResult | null> => {
  try {
    return await runOperation(owner, [date], () => untilReached(() => sendRestore(date, restore)))
  } catch (error) {
    // It may have arrived before, and its answer been lost on the way.
    const now = movedOn(error)
    if (now === undefined || !isSameContent(now, restore.to)) throw error
    if (!now) putDays(owner, { entries: [], removed: [date] })
    return null
  }
}

/** Takes back an operation that changed `dates`; waits for the connection if need be. Throws {@link RefusedCall}. */
export const undoOperation = (owner: string, dates: readonly string[], operationId: string): Promise<OperationResult> =>
  runOperation(owner, dates, () => untilReached(() => api.undo({ params: { id: operationId } })))

/** More than a few rounds means that someone writes all the time: better to say so than to go on. */
const MOST_TRIES = 6

type MarkSave = {
  date: string
  kind: MarkKind
  /** Null clears it. */
  text: string | null
  /** What the teacher saw there when they began. */
  seen: string | null
}

const sendMark = async (owner: string, { date, kind, text, seen }: MarkSave, version: number): Promise<OperationResult | null> => {
  let known = version
  for (let tries = 1; ; tries++) {
    try {
      const entry = await untilReached(() => api.saveDay({ body: { date, ...markChange(kind, text), version: known } }))
      return { operationId: entry.operationId, entries: [entry], removed: [] }
    } catch (error) {
      const now = movedOn(error)
      if (now === undefined || tries === MOST_TRIES) throw error
      putDays(owner, now ? { entries: [now], removed: [] } : { entries: [], removed: [date] })
      const there = markText(now, kind)
      if (there === text) return null
      if (there !== null && there !== seen)
        throw new RefusedCall({ status: 409, code: 'stale', message: `It now says '${there}', written in another window.` })
      known = now?.version ?? 0
    }
  }
}

/**
 * Sets or clears the block-out or the note of a day: shown at once, taken back when it fails (then throws the
 * {@link RefusedCall}). A text that was written elsewhere meanwhile is shown and not overwritten. Null when it
 * says so already.
 */
export const saveMark = (owner: string, save: MarkSave): Promise<OperationResult | null> => {
  const { date, kind, text } = save
  const before = queryClient
    .getQueriesData<MonthMarks>({ queryKey: marksKey(owner) })
    .flatMap(([, month]) => month?.days.get(date) ?? [])[0]
  const change = markChange(kind, text)
  const shown = { ...marksOf(before ?? confirmedDay(owner, date)), ...change }
  changeDay(owner, date, ({ marks }) => ({ marking: { ...marks, ...change } }))
  putMarks(owner, new Map([[date, { date, version: 0, hasAlert: false, ...before, ...shown }]]))
  return saverOf(owner).inTurn(date, async () => {
    try {
      const result = await sendMark(owner, save, (confirmedDay(owner, date) ?? before)?.version ?? 0)
      changeDay(owner, date, () => ({ marking: null }))
      if (result) putDays(owner, result)
      return result
    } catch (error) {
      changeDay(owner, date, () => ({ marking: null }))
      const entry = confirmedDay(owner, date)
      putMarks(owner, new Map([[date, entry ? markOf(entry) : (before ?? null)]]))
      throw error
    }
  })
}

/** Blocks out or notes every day from one date to another, all or none. Throws {@link RefusedCall}. */
export const saveMarks = (owner: string, { from, to, kind, text }: { from: string; to: string; kind: MarkKind; text: string }) =>
  runOperation(owner, daysInRange(from, to), () => api.markRange({ body: { from, to, ...markChange(kind, text) } }))
