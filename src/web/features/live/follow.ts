/**
 * Applies live change notices to this tab.
 *
 * 1. Only loaded data that includes a changed day is refetched: immediately if it is on screen, otherwise when it is next needed. This
 *    tab's own changes are skipped, because the response to the save already contained them.
 * 2. Nothing changes while the teacher is editing. Notices wait while a dialog is open or the teacher is writing a note in the day view.
 * 3. A change of classes, timetables or unplaced lessons refetches those. In another user's calendar, it refetches the owner's classes.
 * 4. A notice may be lost or arrive out of order. The gap is detected by the next notice for that calendar, or by the versions fetched when
 *    the stream reconnects or the teacher returns to the page. All loaded data for that calendar is then refetched.
 */
import { focusManager } from '@tanstack/react-query'
import type { User } from '#shared/accounts/contract.ts'
import type { Calendars, LiveEvent } from '#shared/live/contract.ts'
import { isOwnOperation } from '#web/features/calendar/days/own-operations.ts'
import { calendarKey, personKey } from '#web/features/calendar/days/queries.ts'
import { reloadDays } from '#web/features/calendar/days/saved.ts'
import { reloadSchoolYear } from '#web/features/calendar/days/timetables/school-calls.ts'
import { reloadRecords } from '#web/features/classes/changes/data.ts'
import { reloadInvites } from '#web/features/collaboration/data.ts'
import { reloadSchool } from '#web/features/schools/data.ts'
import { reloadReports } from '#web/features/sub-reports/data.ts'
import { maintenance } from '#web/lib/net/maintenance.ts'
import { queryClient, SESSION_KEY } from '#web/lib/net/query-client.ts'
import { fetchVersions } from './connection.ts'
import { followTogether } from './shared-stream.ts'

type Days = Extract<LiveEvent, { kind: 'days' }>
/** An event from the stream, or the response to a version request. Events that arrived after the request are newer than its response. */
type Heard = LiveEvent & { isAnswer?: true }
/** The data to refetch for each loaded calendar: some days, or everything. */
type News = Map<string, Set<string> | 'all'>
/** The calendars whose classes, timetables or unplaced lessons changed. */
type Recorded = Set<string>

const addDates = (news: News, id: string, dates: readonly string[]): void => {
  const before = news.get(id)
  if (before !== 'all') news.set(id, new Set([...(before ?? []), ...dates]))
}

/** Returns the cache keys of the calendars that have data in the query cache. */
const loadedCalendars = (): string[] => {
  const [prefix] = calendarKey({ id: '' })
  const ids = queryClient
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey: [kind, id] }) => (kind === prefix && typeof id === 'string' ? [id] : []))
  return [...new Set(ids)]
}

/** Removes this calendar's inactive queries and refetches the active ones. */
const reloadCalendar = (id: string): void => {
  // Restart queries in flight instead. Removing them would cause an unhandled error.
  queryClient.removeQueries({ queryKey: calendarKey({ id }), type: 'inactive', predicate: ({ state }) => state.fetchStatus === 'idle' })
  void queryClient.invalidateQueries({ queryKey: calendarKey({ id }), refetchType: 'all' })
}

const reloadPeople = async (): Promise<void> => {
  await queryClient.invalidateQueries({ queryKey: SESSION_KEY })
  for (const key of ['subscription', 'referral']) void queryClient.invalidateQueries({ queryKey: [key] })
  // Deferred until the page has dropped the data that the user is no longer allowed to see.
  setTimeout(() => void Promise.all([reloadInvites(), reloadSchool(), reloadReports()]))
}

/** Returns true if a dialog is open, or if the teacher is editing a note or a block-out reason in the day view. */
const isEditing = (root: HTMLElement): boolean => root.inert || root.querySelector('.day-view form') !== null

/** Calls `callback` as soon as nothing is being edited. Returns a function that cancels it. */
const whenIdleForRefresh = (callback: () => void): (() => void) => {
  const root = document.getElementById('root')
  if (!root || !isEditing(root)) {
    callback()
    return () => undefined
  }
  const watch = new MutationObserver(() => {
    if (isEditing(root)) return
    watch.disconnect()
    callback()
  })
  watch.observe(root, { attributeFilter: ['inert'], childList: true, subtree: true })
  return () => watch.disconnect()
}

/** Returns a function that refetches all data that the events made stale, each calendar once. It remembers the latest versions. */
const makeRefresh = (user: User): ((events: readonly Heard[]) => void) => {
  const seen = new Map<string, number>([[user.id, user.calendarVersion]])
  if (user.schoolId !== null && user.schoolVersion !== null) seen.set(user.schoolId, user.schoolVersion)

  /** Returns the loaded calendars that show an owner's days. A school's entries overlay its teachers' calendars. */
  const showing = (owner: string): string[] => {
    if (owner === user.id) return [user.calendarId]
    const isOwnSchool = queryClient.getQueryData<User | null>(SESSION_KEY)?.schoolId === owner
    return isOwnSchool ? loadedCalendars() : loadedCalendars().filter((id) => id.endsWith(owner))
  }

  /** Adds to `news` and `recorded` what a notice made stale in each loaded calendar. */
  const learn = (news: News, recorded: Recorded, { owner, dates, operationId, version, previous, hasRecords }: Days): void => {
    const known = seen.get(owner) ?? -1
    if (known !== previous && known >= version) return
    seen.set(owner, version)
    // A day off of the school, or its year, can be a question about the user's timetable.
    if (owner === queryClient.getQueryData<User | null>(SESSION_KEY)?.schoolId) reloadSchoolYear()
    for (const id of showing(owner)) {
      if (known !== previous) news.set(id, 'all')
      else if (!isOwnOperation(operationId, { id }, dates)) addDates(news, id, dates)
      // The response to this tab's own operation contains its days, but no records: a day off can renumber a timetable.
      if (hasRecords) recorded.add(id)
    }
  }

  const compare = (news: News, { calendars, isAnswer }: Calendars & Heard): void => {
    const isKnown = ({ owner, version }: { owner: string; version: number }): boolean => {
      const known = seen.get(owner)
      return known === version || (isAnswer === true && known !== undefined && known > version)
    }
    const missed = calendars.filter((calendar) => !isKnown(calendar))
    const owners = new Set(calendars.map(({ owner }) => owner))
    for (const { owner, version } of missed) seen.set(owner, version)
    // The user no longer has access to these calendars. Refetching them lets the page detect the lost access.
    const gone = [...seen.keys()].filter((owner) => !owners.has(owner))
    for (const owner of gone) seen.delete(owner)
    for (const owner of [...missed.map(({ owner }) => owner), ...gone]) for (const id of showing(owner)) news.set(id, 'all')
  }

  return (events) => {
    const news: News = new Map()
    const recorded: Recorded = new Set()
    for (const event of events) {
      if (event.kind === 'days') learn(news, recorded, event)
      if (event.kind === 'calendars') compare(news, event)
    }
    for (const id of new Set([...news.keys(), ...recorded])) {
      const dates = news.get(id)
      if (dates === 'all') reloadCalendar(id)
      else if (dates) void reloadDays({ id }, [...dates])
      if (id === user.calendarId && (dates === 'all' || recorded.has(id))) reloadRecords()
      else if (recorded.has(id)) void queryClient.invalidateQueries({ queryKey: personKey({ id }) })
    }
  }
}

/** Follows changes to everything the user is allowed to see. Returns a function that stops following. */
export const followChanges = (user: User): (() => void) => {
  const refresh = makeRefresh(user)
  const over = new AbortController()
  let waiting: Heard[] = []
  let stopWaiting: (() => void) | undefined

  const handleEvent = (event: Heard): void => {
    // Applied right away, because permissions appear in dialogs and don't affect the text being edited.
    if (event.kind === 'people') void reloadPeople()
    // Both kinds of event carry the current maintenance state.
    if (event.kind === 'calendars' || event.kind === 'maintenance') maintenance.set(event.maintenance ?? null)
    if (event.kind !== 'days' && event.kind !== 'calendars') return
    waiting.push(event)
    stopWaiting?.()
    stopWaiting = whenIdleForRefresh(() => {
      const events = waiting
      waiting = []
      refresh(events)
    })
  }
  followTogether(user.id, over.signal, handleEvent)

  /** Fetches the versions, in case the stream lost a notice. */
  const askVersions = async (): Promise<void> => {
    const answer = await fetchVersions()
    if (!over.signal.aborted) handleEvent({ ...answer, isAnswer: true })
  }
  const stopAsking = focusManager.subscribe((isFocused) => {
    // Offline. A reconnected stream starts by sending the versions.
    if (isFocused) askVersions().catch(() => undefined)
  })
  return () => {
    over.abort()
    stopAsking()
    stopWaiting?.()
  }
}
