/**
 * What is told of changes, put into what this tab shows.
 *
 * 1. Only what is loaded and shows a day that changed is fetched again: at once where it is on screen, else when it is needed. What
 *    this tab changed itself is not: the reply to its save has brought it.
 * 2. Nothing changes under somebody's hands: while a dialog is open, or a note is written in its day, what was told waits.
 * 3. A notice may be lost, or overtake another. The next notice of the calendar shows the gap, and so do its versions when the
 *    stream begins again or somebody comes back to the page: then all that is loaded of it is fetched again.
 */
import { focusManager } from '@tanstack/react-query'
import type { User } from '#shared/accounts/contract.ts'
import type { Calendars, LiveEvent } from '#shared/live/contract.ts'
import { isOwnOperation } from '#web/features/calendar/days/own-operations.ts'
import { calendarKey } from '#web/features/calendar/days/queries.ts'
import { reloadDays } from '#web/features/calendar/days/saved.ts'
import { reloadInvites } from '#web/features/collaboration/data.ts'
import { reloadSchool } from '#web/features/schools/data.ts'
import { maintenance } from '#web/lib/maintenance.ts'
import { queryClient, SESSION_KEY } from '#web/lib/query-client.ts'
import { fetchVersions } from './data.ts'
import { followTogether } from './shared-stream.ts'

type Days = Extract<LiveEvent, { kind: 'days' }>
/** What came by the stream, or is the answer to a question: what came by the stream meanwhile is newer than that. */
type Heard = LiveEvent & { isAnswer?: true }
/** What must be fetched again of each loaded calendar: some days, or all. */
type News = Map<string, Set<string> | 'all'>

const addDates = (news: News, id: string, dates: readonly string[]): void => {
  const before = news.get(id)
  if (before !== 'all') news.set(id, new Set([...(before ?? []), ...dates]))
}

/** The calendars of which something is loaded, by the key of the query cache. */
const loadedCalendars = (): string[] => {
  const [prefix] = calendarKey({ id: '' })
  const ids = queryClient
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey: [kind, id] }) => (kind === prefix && typeof id === 'string' ? [id] : []))
  return [...new Set(ids)]
}

/** Drops what is loaded of a calendar and not on screen, and fetches what is. */
const reloadCalendar = (id: string): void => {
  // What is on its way starts again: taken away, it would end in an error that nobody waits for.
  queryClient.removeQueries({ queryKey: calendarKey({ id }), type: 'inactive', predicate: ({ state }) => state.fetchStatus === 'idle' })
  void queryClient.invalidateQueries({ queryKey: calendarKey({ id }), refetchType: 'all' })
}

const reloadPeople = async (): Promise<void> => {
  await queryClient.invalidateQueries({ queryKey: SESSION_KEY })
  for (const key of ['subscription', 'referral']) void queryClient.invalidateQueries({ queryKey: [key] })
  // Once the page has let go of what the person may see no more.
  setTimeout(() => void Promise.all([reloadInvites(), reloadSchool()]))
}

/** Whether a dialog is open over the page, or a note or a block-out is being written in its day. */
const areHandsFull = (root: HTMLElement): boolean => root.inert || root.querySelector('.day-view form') !== null

/** Calls back when nothing is being edited. Returns a function that stops waiting. */
const whenHandsAreFree = (callback: () => void): (() => void) => {
  const root = document.getElementById('root')
  if (!root || !areHandsFull(root)) {
    callback()
    return () => undefined
  }
  const watch = new MutationObserver(() => {
    if (areHandsFull(root)) return
    watch.disconnect()
    callback()
  })
  watch.observe(root, { attributeFilter: ['inert'], childList: true, subtree: true })
  return () => watch.disconnect()
}

/** Follows the changes of all that the person may see. Returns a function that stops it. */
export const followChanges = (user: User): (() => void) => {
  const seen = new Map<string, number>([[user.id, user.calendarVersion]])
  if (user.schoolId !== null && user.schoolVersion !== null) seen.set(user.schoolId, user.schoolVersion)
  const over = new AbortController()
  let waiting: Heard[] = []
  let stopWaiting: (() => void) | undefined

  /** The loaded calendars in which the days of an owner are shown: a school's lie over those of its teachers. */
  const showing = (owner: string): string[] => {
    if (owner === user.id) return [user.calendarId]
    const isOwnSchool = queryClient.getQueryData<User | null>(SESSION_KEY)?.schoolId === owner
    return isOwnSchool ? loadedCalendars() : loadedCalendars().filter((id) => id.endsWith(owner))
  }

  /** Notes in `news` what a notice says of each loaded calendar. */
  const learn = (news: News, { owner, dates, operationId, version, previous }: Days): void => {
    const known = seen.get(owner) ?? -1
    if (known !== previous && known >= version) return
    seen.set(owner, version)
    for (const id of showing(owner)) {
      if (known !== previous) news.set(id, 'all')
      else if (!isOwnOperation(operationId, { id }, dates)) addDates(news, id, dates)
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
    // Those that are no longer shown to us: asking again is how the page learns it.
    const gone = [...seen.keys()].filter((owner) => !owners.has(owner))
    for (const owner of gone) seen.delete(owner)
    for (const owner of [...missed.map(({ owner }) => owner), ...gone]) for (const id of showing(owner)) news.set(id, 'all')
  }

  /** Fetches again what events make old, each calendar once. */
  const apply = (events: readonly Heard[]): void => {
    const news: News = new Map()
    for (const event of events) {
      if (event.kind === 'days') learn(news, event)
      if (event.kind === 'calendars') compare(news, event)
    }
    for (const [id, dates] of news) {
      if (dates === 'all') reloadCalendar(id)
      else void reloadDays({ id }, [...dates])
    }
  }

  const hear = (event: Heard): void => {
    // Who may see what is read and answered in dialogs, and changes nothing that is being written.
    if (event.kind === 'people') void reloadPeople()
    // Both say how it is now.
    if (event.kind === 'calendars' || event.kind === 'maintenance') maintenance.set(event.maintenance ?? null)
    if (event.kind !== 'days' && event.kind !== 'calendars') return
    waiting.push(event)
    stopWaiting?.()
    stopWaiting = whenHandsAreFree(() => {
      const events = waiting
      waiting = []
      apply(events)
    })
  }
  followTogether(user.id, over.signal, hear)

  /** Asks for the versions, as the stream may have lost a notice. */
  const askVersions = async (): Promise<void> => {
    const answer = await fetchVersions()
    if (!over.signal.aborted) hear({ ...answer, isAnswer: true })
  }
  const stopAsking = focusManager.subscribe((isFocused) => {
    // Offline: the stream that comes back begins with versions.
    if (isFocused) askVersions().catch(() => undefined)
  })
  return () => {
    over.abort()
    stopAsking()
    stopWaiting?.()
  }
}
