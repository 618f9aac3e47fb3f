/**
 * Secret addresses from which calendar programs read a planner (docs/decisions/0055).
 *
 * 1. A token has 128 random bits. The database finds a feed by the token's hash, and keeps the token encrypted for its owner.
 * 2. A feed shows what its owner may see at that moment, and never student notes, alerts or substitute pages.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { membersSchoolCalendar, ownCalendar } from '#server/features/calendar/policy.ts'
import { recordOf } from '#server/features/calendar/records/queries.ts'
import type { CalendarRef } from '#server/features/calendar/tables.ts'
import { lockUser } from '#server/features/people/queries.ts'
import { hashOf } from '#server/features/sub-links/policy.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { Actor } from '#server/lib/http/serve.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { makeRecent, type Recent } from '#server/lib/limits/recent.ts'
import { todayIn } from '#shared/dates.ts'
import type { Feed, FeedParts } from '#shared/feeds/contract.ts'
import { dayWriter, FEED_END, type FeedHead, feedStart } from './documents.ts'
import { etagOf, rangeOf, readerOf } from './policy.ts'
import * as query from './queries.ts'

/** Part of every ETag. Increase it when the same days give another file. */
const FORMAT = 1
/** A read is noted at most this often. */
const NOTED_EVERY_MS = 10 * 60_000

type Parts = { keys: KeyRing; origin: string }

const newToken = (keys: KeyRing, id: string) => {
  const token = randomBytes(16).toString('base64url')
  return { token, stored: { tokenHash: hashOf(token), sealedToken: keys.seal('feeds', id, token) } }
}

const tokenOf = (keys: KeyRing, { id, sealedToken }: query.FeedRow): string | undefined => keys.open('feeds', id, sealedToken)

const addressOf = (origin: string, token: string): string => `${origin}/calendar/${token}.ics`

type Subject = { classId?: string | null | undefined; school: boolean; include: FeedParts }

/** Makes a feed, or changes the parts of the one of the same subject. Throws `not_found` for a class that isn't the caller's. */
export const createFeed = (
  db: Db,
  { keys, origin, actor, now }: Parts & { actor: Actor; now: Date },
  { classId = null, school, include }: Subject,
): Promise<{ id: string; url: string }> => {
  if (actor.isGuest) throw new Refused('sign_up_needed')
  if (school && classId !== null) throw new Refused('refused_by_rule', 'A school’s days off have no classes. Choose a class or the school.')
  if (school && !actor.school) throw new Refused('refused_by_rule', 'You haven’t joined a school.')
  return db.transaction(async (db) => {
    // Two feeds made at once must not delete each other's.
    await lockUser(db, actor.userId)
    if (classId !== null && !(await recordOf(db, ownCalendar(actor), { kind: 'class', id: classId }))) throw new Refused('not_found')
    const id = randomUUID()
    const { stored } = newToken(keys, id)
    const schoolId = school ? (actor.school?.id ?? null) : null
    const feed = await query.upsertFeed(db, { id, userId: actor.userId, classId, schoolId, include, createdAt: now, ...stored })
    // Feeds of deleted classes and former schools are closed, and the teacher doesn't see them. Without them, there are as many as subjects.
    if (feed.id === id) await query.deleteClosedFeeds(db, actor.userId, await query.feedsOf(db, { userId: actor.userId }))
    const token = tokenOf(keys, feed)
    if (token !== undefined) return { id: feed.id, url: addressOf(origin, token) }
    return renewed(db, { keys, origin }, { id: feed.id, userId: actor.userId })
  })
}

const renewed = async (db: Db, { keys, origin }: Parts, feed: { id: string; userId: string }) => {
  const { token, stored } = newToken(keys, feed.id)
  if (!(await query.updateToken(db, feed, stored))) throw new Refused('not_found')
  return { id: feed.id, url: addressOf(origin, token) }
}

/** Ends the address of a caller's feed and gives it a new one, in one statement. Throws `not_found` for anybody else's. */
export const renewFeed = renewed

const shown =
  ({ keys, origin }: Parts) =>
  (feed: query.FeedRow): Feed => {
    const { id, include, classId, schoolId, createdAt, lastReadAt, lastReadBy } = feed
    const token = tokenOf(keys, feed)
    return {
      ...{ id, include, classId, lastReadBy },
      url: token === undefined ? null : addressOf(origin, token),
      school: schoolId !== null,
      createdAt: createdAt.toISOString(),
      lastReadAt: lastReadAt?.toISOString() ?? null,
    }
  }

/** Returns a person's feeds, newest first. */
export const feedsOf = async (db: Db, parts: Parts, userId: string): Promise<Feed[]> =>
  (await query.feedsOf(db, { userId })).map(shown(parts))

/** Changes the parts of a caller's feed. Throws `not_found` for anybody else's. */
export const changeFeed = async (
  db: Db,
  parts: Parts,
  feed: { id: string; userId: string },
  include: { [Part in keyof FeedParts]?: boolean | undefined },
): Promise<Feed> => {
  await query.updateParts(db, feed, include)
  const [changed] = await query.feedsOf(db, feed)
  if (!changed) throw new Refused('not_found')
  return shown(parts)(changed)
}

/** Ends the address of a caller's feed. Throws `not_found` for anybody else's. */
export const endFeed = async (db: Db, feed: { id: string; userId: string }): Promise<void> => {
  if (!(await query.deleteFeed(db, feed))) throw new Refused('not_found')
}

/** Returns the days of an open feed's subject: the calendar, its zone, the range and the name that calendar programs show. */
const subjectOf = ({ feed, timezone, name, className, calendar, school, years, schoolYears }: query.OpenFeed, now: Date) => {
  const { id: schoolId, calendarId: schoolCalendarId } = school
  const joined = schoolId !== null && schoolCalendarId !== null ? { id: schoolId, calendarId: schoolCalendarId } : null
  if (feed.schoolId !== null && joined) {
    const zone = school.timezone ?? timezone
    return {
      calendar: membersSchoolCalendar(joined),
      head: {
        title: `${school.name}: days off`,
        timezone: zone,
        range: rangeOf(todayIn(zone, now.getTime()), schoolYears),
      },
    }
  }
  const title = className ?? (name ? `${name}’s planner` : 'My planner')
  return {
    calendar: ownCalendar({ calendarId: calendar.id, userId: feed.userId, school: joined }) as CalendarRef,
    head: { title, timezone, range: rangeOf(todayIn(timezone, now.getTime()), [...years, ...schoolYears]) },
  }
}

type WrittenDays = Map<string, { state: string; text: string }>

/**
 * The written events of feeds' days, which are kept so that a read after a change writes only the days that changed, and a read without one
 * looks at none. `isWhole` is false if the feed was too long to keep all days.
 */
export type KeptDays = Recent<{ key: string; etag: string; lastChange: Date | null; isWhole: boolean; days: WrittenDays }>

/** Maximum characters of kept days, of all feeds and of one. A feed without texts has about half a million. */
const MAX_KEPT = 32_000_000
const MAX_KEPT_OF_ONE = 4_000_000

export const makeKeptDays = (): KeptDays => makeRecent(MAX_KEPT)

type Content = {
  db: Db
  kept: KeptDays
  feed: { feedId: string; key: string; etag: string; classId: string | null }
  calendar: CalendarRef
  head: FeedHead
  lastChange: Date | null
}

/** Yields a feed's file in parts. Reads and writes only the days that have changed since the last read. */
async function* contentOf({ db, kept, feed, calendar, head, lastChange }: Content): AsyncGenerator<string> {
  const { feedId, key, etag, classId } = feed
  const states = await query.statesOfFeed(db, calendar, head.range)
  const found = kept.get(feedId)
  const before: WrittenDays = found?.key === key ? found.days : new Map()
  const isKept = (date: string) => before.get(date)?.state === states.get(date)
  const missing = [...states.keys()].filter((date) => !isKept(date))
  const pages = query.pagesOfFeed(db, calendar, missing, { text: head.include.text, classId })
  const write = dayWriter(head)
  const days: WrittenDays = new Map()
  const left = [...states.keys()]
  let size = 0
  let part = feedStart(head)
  const add = (date: string, day: { state: string; text: string }) => {
    part += day.text
    size += day.text.length
    if (size <= MAX_KEPT_OF_ONE) days.set(date, day)
  }
  /** Adds the kept days up to a date, which come between the days of a page. */
  const addKept = (isBefore: (date: string) => boolean) => {
    for (let date = left[0]; date !== undefined && isBefore(date); date = left[0]) {
      left.shift()
      const day = isKept(date) ? before.get(date) : undefined
      if (day) add(date, day)
    }
  }
  for await (const read of pages) {
    for (const day of read) {
      addKept((date) => date < day.date)
      left.shift()
      add(day.date, { state: day.state, text: await write(day) })
    }
    yield part
    part = ''
  }
  addKept(() => true)
  kept.put(feedId, { key, etag, lastChange, isWhole: days.size === states.size, days }, Math.min(size, MAX_KEPT_OF_ONE))
  yield part + FEED_END
}

type Reading = { kept: KeptDays; token: string; now: Date; admit: (feedId: string) => void }

/**
 * Returns the open feed with a token: its ETag, and a function that returns its last change and its file. Undefined for any other
 * token, always after the same query. Calls `admit` with the feed's id first.
 */
export const openFeed = async (db: Db, { kept, token, now, admit }: Reading) => {
  const found = await query.openFeedBy(db, hashOf(token))
  if (!found) return undefined
  const { feed, calendar: own, school } = found
  admit(feed.id)
  const { calendar, head } = subjectOf(found, now)
  const { id: feedId, classId, include } = feed
  const whole: FeedHead = {
    ...head,
    calendarId: calendar.id,
    include,
    isOfClass: classId !== null,
    schoolId: calendar.under?.schoolId ?? null,
  }
  const etag = etagOf([FORMAT, feedId, include, head, own.version, school.id, school.version])
  const read = async () => {
    const same = kept.get(feedId)
    if (same?.isWhole && same.etag === etag) {
      const texts = Array.from(same.days.values(), ({ text }) => text)
      return { lastChange: same.lastChange, content: [feedStart(whole), ...texts, FEED_END].join('') }
    }
    const lastChange = await query.lastChangeIn(db, calendar, head.range)
    const named = { feedId, key: etagOf([include, head.timezone, school.id]), etag, classId }
    return {
      lastChange,
      content: Readable.from(contentOf({ db, kept, feed: named, calendar, head: whole, lastChange }), { objectMode: false }),
    }
  }
  return { feed, etag, read }
}

/** Notes that a calendar program read a feed, at most once in ten minutes. */
export const noteRead = async (
  db: Db,
  feed: query.FeedRow,
  { userAgent, now }: { userAgent: string | undefined; now: Date },
): Promise<void> => {
  await query.noteRead(db, feed.id, { at: now, by: readerOf(userAgent), since: new Date(now.getTime() - NOTED_EVERY_MS) })
}
