/**
 * What is told of changes, put into what this tab shows.
 *
 * 1. Only what is loaded is fetched again. One's own days that are of the version told already are left alone: a save
 *    brought them.
 * 2. Nothing changes under somebody's hands: while a dialog is open, or a note is written in its day, what was told waits.
 * 3. A notice may be lost, or overtake another. The next notice of the calendar shows the gap, and so do its versions when the
 *    stream begins again or somebody comes back to the page: then all that is loaded of it is fetched again.
 */
import { focusManager } from '@tanstack/react-query'
import type { User } from '#shared/accounts/contract.ts'
import type { LiveEvent } from '#shared/live/contract.ts'
import { calendarKey } from '#web/features/calendar/days/queries.ts'
import { reloadDays, savedDay } from '#web/features/calendar/days/saved.ts'
import { reloadInvites } from '#web/features/collaboration/data.ts'
import { reloadSchool } from '#web/features/schools/data.ts'
import { maintenance } from '#web/lib/maintenance.ts'
import { queryClient, SESSION_KEY } from '#web/lib/query-client.ts'
import { fetchVersions } from './data.ts'
import { followTogether } from './shared-stream.ts'

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
  let waiting: LiveEvent[] = []
  let stopWaiting: (() => void) | undefined

  /** The loaded calendars in which the days of an owner are shown: a school's lie over those of its teachers. */
  const showing = (owner: string): string[] => {
    if (owner === user.id) return [user.calendarId]
    const isOwnSchool = queryClient.getQueryData<User | null>(SESSION_KEY)?.schoolId === owner
    return isOwnSchool ? loadedCalendars() : loadedCalendars().filter((id) => id.endsWith(owner))
  }

  const apply = (event: LiveEvent): void => {
    if (event.kind === 'days') {
      const { owner, dates, version, previous } = event
      const known = seen.get(owner) ?? -1
      if (known !== previous && known >= version) return
      seen.set(owner, version)
      if (known !== previous) {
        for (const id of showing(owner)) reloadCalendar(id)
        return
      }
      const isOurs = (date: string) => owner === user.id && savedDay({ id: user.calendarId }, date)?.version === version
      const news = dates.filter((date) => !isOurs(date))
      if (news.length > 0) for (const id of showing(owner)) void reloadDays({ id }, news)
    }
    if (event.kind !== 'calendars') return
    const missed = event.calendars.filter(({ owner, version }) => seen.get(owner) !== version)
    const owners = new Set(event.calendars.map(({ owner }) => owner))
    for (const { owner, version } of event.calendars) seen.set(owner, version)
    for (const { owner } of missed) for (const id of showing(owner)) reloadCalendar(id)
    // Those that are no longer shown to us: asking again is how the page learns it.
    for (const owner of [...seen.keys()].filter((owner) => !owners.has(owner))) {
      seen.delete(owner)
      for (const id of showing(owner)) reloadCalendar(id)
    }
  }

  const hear = (event: LiveEvent): void => {
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
      for (const one of events) apply(one)
    })
  }
  followTogether(user.id, over.signal, hear)

  /** Compares versions, without a stream that may have lost a notice. What came by the stream meanwhile is newer than the answer. */
  const compare = async (): Promise<void> => {
    const { calendars, ...now } = await fetchVersions()
    if (over.signal.aborted) return
    hear({ ...now, calendars: calendars.map(({ owner, version }) => ({ owner, version: Math.max(version, seen.get(owner) ?? 0) })) })
  }
  const stopComparing = focusManager.subscribe((isFocused) => {
    // Offline: the stream that comes back begins with versions.
    if (isFocused) compare().catch(() => undefined)
  })
  return () => {
    over.abort()
    stopComparing()
    stopWaiting?.()
  }
}
