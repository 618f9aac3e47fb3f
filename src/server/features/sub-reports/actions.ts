import { randomUUID } from 'node:crypto'
import { ownCalendar } from '#server/features/calendar/policy.ts'
import { lessonsOn } from '#server/features/calendar/queries.ts'
import type { StoredBlock } from '#server/features/calendar/tables.ts'
import { KEY_RULE, keyIn } from '#server/features/idempotency/policy.ts'
import { calendarRowOf, timezoneOf, userById } from '#server/features/people/queries.ts'
import { hashOf } from '#server/features/sub-links/policy.ts'
import { emergencyPlanOf } from '#server/features/sub-links/queries.ts'
import { mailOffice } from '#server/features/sub-links/sending/actions.ts'
import type { Db } from '#server/lib/db/client.ts'
import { announce } from '#server/lib/db/notices.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { makePauses } from '#server/lib/limits/giving-way.ts'
import type { MailQueue } from '#server/lib/mail/mail-queue.ts'
import { Preferences } from '#shared/accounts/contract.ts'
import { DAY_MS, todayIn } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import { RETENTION } from '#shared/retention.ts'
import type { ReportInput, SubReport } from '#shared/sub-reports/contract.ts'
import { openWritten, sealWritten, type Written } from './policy.ts'
import * as query from './queries.ts'

/** Returns the hash of an `Idempotency-Key`. Throws `malformed` if the header is missing or has any other form. */
export const requiredKey = (header: string | string[] | undefined): string => {
  const key = keyIn(header)
  if (key === undefined) throw new Refused('malformed', KEY_RULE)
  return hashOf(key)
}

type Link = NonNullable<Awaited<ReturnType<typeof query.lockLinkToReport>>>
type Sending = { db: Db; keys: KeyRing; now: Date }
type Mailing = Sending & { mailQueue: MailQueue }

const FULL = `We already have ${MAX.reports} reports for this plan. Correct one of them, or leave a note on the desk.`

/** Returns the link that a token may report to, with its row locked. Every other token gets the same `not_found`. */
const linkToReport = async (db: Db, token: string, now: Date): Promise<Link> => {
  const link = await query.lockLinkToReport(db, hashOf(token), now)
  if (!link?.include.report) throw new Refused('not_found')
  return link
}

const keyOf = ({ date, blockId }: { date: string; blockId: string }): string => `${date} ${blockId}`

type Titled = Pick<Written['lessons'][number], 'title' | 'startTime'>

/** Returns the current titles and start times of the lessons in a report, from the days or from the emergency plan that the link shows. */
const titlesFor = async (db: Db, link: Link, lessons: ReportInput['lessons']): Promise<Map<string, Titled>> => {
  const ids = lessons.map(({ blockId }) => blockId)
  if (link.emergencyPlanId !== null) {
    const plan = await emergencyPlanOf(db, { userId: link.userId, id: link.emergencyPlanId, isNew: false })
    const { blocks } = (plan?.content ?? { blocks: [] }) as { blocks: StoredBlock[] }
    return new Map(link.dates.flatMap((date) => blocks.map((block) => [keyOf({ date, blockId: block.id }), block])))
  }
  const calendar = await calendarRowOf(db, link.userId)
  if (!calendar) return new Map()
  const days = await lessonsOn(db, ownCalendar({ calendarId: calendar.id, userId: link.userId }), link.dates, ids)
  return new Map(days.flatMap(({ date, blocks }) => blocks.map((block) => [keyOf({ date, blockId: block.id }), block])))
}

/**
 * Adds the lessons' titles to a report. A lesson in the version before a correction keeps its title, even if its plan has moved since.
 * Drops other lessons on dates that the link doesn't have: the teacher can remove a day after the substitute marked its lessons, and the
 * rest of the report must still arrive.
 */
const withTitles = async (db: Db, link: Link, report: ReportInput, before?: Written): Promise<Written> => {
  const dates = new Set([...link.dates, ...(before?.lessons ?? []).map(({ date }) => date)])
  const lessons = report.lessons.filter(({ date }) => dates.has(date))
  const titles = await titlesFor(db, link, lessons)
  for (const lesson of before?.lessons ?? []) if (lesson.title !== null) titles.set(keyOf(lesson), lesson)
  return {
    name: report.name,
    lessons: lessons.map(({ date, blockId, outcome, note = '' }) => {
      const { title = null, startTime = null } = titles.get(keyOf({ date, blockId })) ?? {}
      return { date, blockId, title, startTime, outcome, note }
    }),
    absent: report.absent,
    incidents: report.incidents ?? '',
    note: report.note ?? '',
  }
}

const received = ({ end }: Link, id: string) => ({
  id,
  correctUntil: new Date(end.getTime() + RETENTION.reportGraceDays * DAY_MS).toISOString(),
})

/** Returns whether the teacher wants mail about each report. */
const wantsMail = async (db: Db, userId: string): Promise<boolean> =>
  Preferences.parse((await userById(db, userId))?.user.preferences ?? {}).reportMails

/**
 * Stores a substitute's report once for each key. Returns its id, until when it can be corrected, and whether it is new. Locks the link, so
 * that reports of one link are counted and stored one at a time.
 */
export const takeReport = (
  { db, keys, now, mailQueue }: Mailing,
  { token, key, report }: { token: string; key: () => string; report: ReportInput },
) =>
  db.transaction(async (db) => {
    const link = await linkToReport(db, token, now)
    const hash = key()
    const known = await query.reportWithKey(db, link.id, hash)
    if (known !== undefined) return { ...received(link, known), isNew: false }
    const isFull = (await query.countReports(db, link.id)) >= MAX.reports
    if (isFull || (await query.countReportsOf(db, link.userId)) >= MAX.storedReports) throw new Refused('refused_by_rule', FULL)
    const id = randomUUID()
    const sealed = sealWritten(keys, id, await withTitles(db, link, report))
    await query.insertReport(db, { id, userId: link.userId, linkId: link.id, key: hash, dates: link.dates, sealed, receivedAt: now })
    announce(db, { kind: 'people', ids: [link.userId] })
    if (await wantsMail(db, link.userId)) await mailQueue.queue(db, { userId: link.userId, kind: 'report-arrived', about: id }, now)
    return { ...received(link, id), isNew: true }
  })

/** Replaces a report of the same link. Throws `not_found` for a report of any other link. */
export const correctReport = ({ db, keys, now }: Sending, { token, id, report }: { token: string; id: string; report: ReportInput }) =>
  db.transaction(async (db) => {
    const link = await linkToReport(db, token, now)
    const before = await query.reportOfLink(db, link.id, id)
    if (!before) throw new Refused('not_found')
    const written = await withTitles(db, link, report, openWritten(keys, before))
    await query.correctReport(db, id, { sealed: sealWritten(keys, id, written), now })
    announce(db, { kind: 'people', ids: [link.userId] })
    return received(link, id)
  })

const shown = (keys: KeyRing, timezone: string, row: query.ReportRow): SubReport => {
  const { id, linkId, dates, receivedAt, correctedAt, readAt, isKept, sharedAt } = row
  return {
    ...{ id, linkId, dates, ...openWritten(keys, row) },
    receivedAt: receivedAt.toISOString(),
    correctedAt: correctedAt?.toISOString() ?? null,
    isRead: readAt !== null,
    isKept,
    sharedAt: sharedAt?.toISOString() ?? null,
    deletedOn: isKept ? null : todayIn(timezone, receivedAt.getTime() + RETENTION.subReportDays * DAY_MS),
  }
}

/** Characters of encrypted reports that are opened at once, and that one list contains. Twenty usual reports have 50,000. */
const CHARACTERS = { atOnce: 500_000, listed: 2_000_000 }

/**
 * Returns the reports that a teacher's substitutes sent, latest first: at most {@link MAX.listedReports}, and fewer if they are very long.
 * `isWhole` returns all. Prefers the new ones to those that the teacher has read.
 */
export const subReportsOf = async (db: Db, keys: KeyRing, userId: string, { isWhole = false } = {}): Promise<SubReport[]> => {
  const timezone = await timezoneOf(db, userId)
  const rows = await query.reportsOf(db, userId, isWhole ? Number.MAX_SAFE_INTEGER : MAX.listedReports)
  const pause = makePauses(CHARACTERS.atOnce)
  const reports: SubReport[] = []
  let opened = 0
  for (const row of rows) {
    opened += row.sealed.length
    if (!isWhole && opened > CHARACTERS.listed) break
    await pause(row.sealed.length)
    reports.push(shown(keys, timezone, row))
  }
  return reports.sort((one, other) => other.receivedAt.localeCompare(one.receivedAt))
}

/** Marks a teacher's report as read or unread, or keeps it. Throws `not_found` for anyone else's. */
export const changeSubReport = async (
  { db, keys, now }: Sending,
  { userId, id, isRead, isKept }: { userId: string; id: string; isRead?: boolean | undefined; isKept?: boolean | undefined },
): Promise<SubReport> => {
  const row = await query.updateReport(db, userId, id, {
    ...(isRead !== undefined && { readAt: isRead ? now : null }),
    ...(isKept !== undefined && { isKept }),
  })
  if (!row) throw new Refused('not_found')
  return shown(keys, await timezoneOf(db, userId), row)
}

/** Mails one of a teacher's reports to their office. Throws `not_found` for anyone else's. */
export const shareSubReport = (
  { db, keys, now, mailQueue }: Mailing,
  { actor: { userId, isGuest }, id }: { actor: { userId: string; isGuest: boolean }; id: string },
): Promise<SubReport> => {
  if (isGuest) throw new Refused('sign_up_needed')
  return db.transaction(async (db) => {
    const row = await query.updateReport(db, userId, id, { sharedAt: now })
    if (!row) throw new Refused('not_found')
    const report = shown(keys, await timezoneOf(db, userId), row)
    await mailOffice(db, { what: 'report', id, teacherId: userId, senderId: userId }, { keys, mailQueue, now })
    return report
  })
}
