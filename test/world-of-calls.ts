/** Test users that have one of each kind of object used by the calls, and a successful request for each call that writes. */

import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { makeAdmin, openSchool } from '#server/features/admin/actions.ts'
import { insertCustomer } from '#server/features/billing/queries.ts'
import { insertCode } from '#server/features/billing/referral/queries.ts'
import { aPaymentService, PRICE_IDS } from '#server/features/billing/samples.ts'
import { AMPLE, aBlock, aDay, calendarOf } from '#server/features/calendar/samples.ts'
import { aClass } from '#server/features/classes/samples.ts'
import { anInvite } from '#server/features/collaboration/samples.ts'
import { keepDrive } from '#server/features/drive/actions.ts'
import { aFeed } from '#server/features/feeds/samples.ts'
import { aMailServer } from '#server/features/mail/samples.ts'
import { unsubscribeToken } from '#server/features/mail/unsubscribe/policy.ts'
import { aBellSchedule } from '#server/features/moves/bell-schedules/samples.ts'
import { confirmationToken } from '#server/features/people/policy.ts'
import { insertUser } from '#server/features/people/queries.ts'
import { officeToken } from '#server/features/schools/office/policy.ts'
import { joinSchool } from '#server/features/schools/queries.ts'
import { hashOf } from '#server/features/sign-in/reset/actions.ts'
import { insertReset } from '#server/features/sign-in/reset/queries.ts'
import { startSession } from '#server/features/sign-in/sessions/actions.ts'
import { aSubLink } from '#server/features/sub-links/samples.ts'
import { aReportInput, aSubReport } from '#server/features/sub-reports/samples.ts'
import { addTemplates, removeTemplate } from '#server/features/templates/actions.ts'
import { aDailyTemplate, aWeeklyTemplate } from '#server/features/templates/samples.ts'
import { anUnplacedLesson, aTimetable } from '#server/features/timetables/samples.ts'
import { tablesParentsFirst } from '#server/lib/db/catalog.ts'
import type { AiPiece } from '#server/lib/integrations/ai.ts'
import type { Google, Oidc } from '#server/lib/integrations/provider.ts'
import type { LessonHtml } from '#shared/lesson-html.ts'
import { call, clock, db, keys, pool } from './app.ts'
import { emptyDatabase } from './database.ts'

export const PASSWORD = 'first-bell'
const passwordHash = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
const DATE = '2026-11-18'
/** The plan that moves, after Ann's timetable. */
const MOVED = { kind: 'bump', date: '2027-03-01', blockId: 'block_plan' }
const LINK = 'a-link-of-forty-three-characters-0123456789'

const idOf = async (query: string, ...values: unknown[]): Promise<string> => (await pool.query(query, values)).rows[0].id
const sessionOf = (userId: string) => idOf('select id from sessions where user_id = $1 order by created_at limit 1', userId)

const person = async (name: string, { hasPassword = true, googleId = null as string | null } = {}) => {
  const email = `${name}@school.example`
  const own = hasPassword ? passwordHash : null
  const row = { email, passwordHash: own, googleId, displayName: name, timezone: 'UTC', preferences: {}, createdAt: clock() }
  const userId = await insertUser(db, row)
  const token = await startSession(db, { userId, passwordHash: own, userAgent: name, now: clock(), isConfirmed: true })
  return { userId, email, token: token ?? '' }
}

const templatesOf = async (owner: string) => {
  const own = { calendar: await calendarOf(db, owner), quota: AMPLE }
  const content = { ...aBlock(), description: '' as LessonHtml }
  const [block, gone] = await addTemplates(db, own, 'time_block', [
    { name: 'Math', content },
    { name: 'Art', content },
  ])
  await removeTemplate(db, own, 'time_block', { id: gone?.id ?? '', now: clock() })
  const daily = await aDailyTemplate(db, { owner, blocks: [aBlock()] })
  const weekly = await aWeeklyTemplate(db, { owner, monday: [aBlock()] })
  return { block: block?.id ?? '', gone: gone?.id ?? '', daily: daily.id, weekly: weekly.id }
}

const inviteOf = (inviter: string, invitee: string, isWaiting: boolean) =>
  anInvite(db, { inviter, invitee, ...(isWaiting && { status: 'waiting' as const }) })

/** Lays down a timetable of a teacher whose school then closes a day. Returns the question that the teacher gets. */
const schoolChangeOf = async (schoolId: string, [administrator, teacher]: readonly { userId: string; token: string }[]) => {
  await aTimetable(db, { owner: teacher?.userId ?? '', now: clock() })
  const closed = { date: '2026-11-30', schoolId, isBlocked: true, blockedText: 'Snow day' }
  await call('POST', '/api/calendar', { token: administrator?.token, body: closed })
  const { body } = await call('GET', '/api/timetables/school-change', { token: teacher?.token })
  return body.change as { timetableId: string; key: string }
}

/** Ann is a teacher, Priya administers a school that Mike belongs to, Pat is a platform admin, and Gus is a guest. */
const makeWorld = async () => {
  const [ann, bea, carl, dora] = [await person('ann'), await person('bea'), await person('carl'), await person('dora')]
  const [priya, mike, pat] = [await person('priya'), await person('mike'), await person('pat')]
  const [nora, otto] = [await person('nora', { hasPassword: false, googleId: '1' }), await person('otto', { googleId: '2' })]
  const { body: gus } = await call('POST', '/api/auth/guest', { body: { timezone: 'UTC' } })
  await makeAdmin(db, pat.email, clock())
  const schoolId = await openSchool(db, { name: 'Lincoln', timezone: 'UTC', email: priya.email }, clock())
  await joinSchool(db, mike.userId, { schoolId, at: clock(), isAdministrator: false })
  const invite = (email: string) =>
    idOf(
      `insert into school_invitations (school_id, email, status, invited_at) values ($1, $2, 'waiting', $3) returning id`,
      ...[schoolId, email, clock()],
    )
  await startSession(db, { userId: ann.userId, passwordHash, userAgent: 'a phone', now: clock() })
  await insertCustomer(db, { userId: carl.userId, customerId: 'cus_carl' })
  await insertCode(db, { userId: carl.userId, code: 'CARLCODE' })
  await insertReset(db, { tokenHash: hashOf(LINK), userId: bea.userId, expiresAt: new Date(clock().getTime() + 3_600_000) })
  await pool.query(`insert into campaigns (id, segment, subject, text, created_at) values ($1, 'all', 'News', 'Text', $2)`, [
    CAMPAIGN,
    clock(),
  ])
  await pool.query('update subscriptions set ai_feature_flag = true where user_id = $1', [ann.userId])
  for (const { userId } of [ann, pat]) await keepDrive(db, keys, userId, 'a refresh token', clock())
  const day = await aDay(db, { owner: ann.userId, date: DATE, now: clock(), blocks: [aBlock()] })
  const { id: schoolClass } = await aClass(db, { owner: ann.userId, name: 'History', now: clock() })
  const was = { className: 'Orchestra', firstDay: '2025-11-17', lastDay: '2025-12-19', from: '2025-11-17' }
  const lastYear = await aTimetable(db, { owner: ann.userId, now: clock(), ...was })
  await aDay(db, { owner: ann.userId, date: '2025-11-20', now: clock(), blocks: [aBlock({ classId: schoolClass })] })
  await aDay(db, { owner: ann.userId, date: MOVED.date, now: clock(), blocks: [aBlock({ id: MOVED.blockId, classId: schoolClass })] })
  const link = await aSubLink(db, keys, { madeBy: ann.userId, now: clock() })
  return {
    ...{ ann, bea, carl, dora, priya, mike, pat, nora, otto, schoolId, day },
    schoolClass,
    lastYear,
    timetable: await aTimetable(db, { owner: ann.userId, now: clock() }),
    unplaced: await anUnplacedLesson(db, { owner: ann.userId, now: clock() }),
    link,
    feed: (await aFeed(db, keys, { owner: ann.userId, now: clock() })).id,
    bellSchedule: await aBellSchedule(db, { owner: ann.userId, now: clock() }),
    subReport: (await aSubReport(db, keys, { owner: ann.userId, now: clock(), token: link.token })).id,
    schoolChange: await schoolChangeOf(schoolId, [priya, mike]),
    gus: { userId: gus.user.id as string, email: '', token: gus.token as string },
    templates: await templatesOf(ann.userId),
    sent: { waiting: await inviteOf(ann.userId, carl.userId, true), accepted: await inviteOf(ann.userId, dora.userId, false) },
    received: { waiting: await inviteOf(carl.userId, ann.userId, true), accepted: await inviteOf(dora.userId, ann.userId, false) },
    invitation: { toAnn: await invite(ann.email), toNobody: await invite('new@lincoln.example') },
    session: await idOf(`select id from sessions where user_agent = 'a phone'`),
    sessionOfDora: await sessionOf(dora.userId),
  }
}
export type World = Awaited<ReturnType<typeof makeWorld>>

/** Returns a SQL statement that restores all current rows. */
const keepRows = async (): Promise<string> => {
  const statements: string[] = []
  for (const { name } of await tablesParentsFirst(pool)) {
    const { rows } = await pool.query(
      `select (select json_agg(t) from ${name} t)::text as kept, (select string_agg(quote_ident(column_name), ', ') from information_schema.columns
         where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER') as columns`,
      [name],
    )
    const [{ kept, columns }] = rows
    if (kept === null) continue
    const from = `select ${columns} from json_populate_recordset(null::${name}, ${pg.escapeLiteral(kept)})`
    // Triggers may have added rows with those of an earlier table.
    statements.push(`delete from ${name}; insert into ${name} (${columns}) overriding system value ${from}`)
  }
  return statements.join(';')
}

let made: { world: World; rows: string } | undefined
/** Empties the database and restores the same world each time. */
export const aWorld = async (): Promise<World> => {
  await emptyDatabase(db)
  if (made) {
    await pool.query(made.rows)
    return made.world
  }
  const world = await makeWorld()
  // With mail configured, accepting an invite requires a confirmed email address.
  await pool.query('update users set email_confirmed_at = created_at where email is not null')
  made = { world, rows: await keepRows() }
  return world
}

export const CAMPAIGN = '7b1d8f1e-7e0a-4c54-9f5b-1d2c3a4b5c6d'
const WORDS = { subject: 'News', text: 'One thing.' }
const MAINTENANCE = { words: 'Back soon.', until: '2026-11-18T15:00:00.000Z' }
const IN_MAINTENANCE = `insert into maintenance (words, until) values ('Back soon.', '2026-11-18T15:00:00Z')`
const BLOCKS = [{ id: 'block_1763474400000-k3x9', title: 'Math', startTime: '08:00', endTime: '08:45' }]
const block = { name: 'Reading', title: 'Reading', startTime: '08:00', endTime: '08:45' }

type Name = keyof { [K in keyof World as World[K] extends { token: string } ? K : never]: true }
/** The caller (null if not signed in), the ids in the URL, the body, more headers, and a SQL statement to run first. */
export type Request = { as: Name | null; ids?: string[]; body?: unknown; headers?: Record<string, string>; given?: string }

const password = PASSWORD
const self = (as: Name | null, body?: unknown) => (): Request => ({ as, ...(body !== undefined && { body }) })
const about =
  (as: Name, id: (w: World) => string, body?: unknown) =>
  (w: World): Request => ({
    as,
    ids: [id(w)],
    ...(body !== undefined && { body }),
  })
const account = { email: 'new@school.example', password, displayName: 'New', timezone: 'UTC', ref: 'CARLCODE' }
const dora = (w: World) => w.dora.userId
const mike = (w: World) => w.mike.userId
const school = (w: World) => w.schoolId

const REPORT = aReportInput({ lessons: [{ date: DATE, blockId: 'block_1', outcome: 'done' }] })

const gridOf = (w: World) => ({
  rows: [{ startTime: '09:00', endTime: '09:45' }],
  cells: [{ day: 1, row: 0, classId: w.schoolClass }],
})
const yearCopyOf = (w: World) => ({
  fromYear: w.lastYear,
  from: DATE,
  classes: [{ classId: w.schoolClass, toClassId: w.schoolClass, by: 'date' }],
})
const timetableOf = (w: World) => ({
  ...gridOf(w),
  ...{ firstDay: '2026-11-23', lastDay: '2026-12-11', from: '2026-11-23', existing: 'replace', rhythm: { kind: 'weekly' } },
})

const FILE = {
  kind: 'ics',
  content: 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20261120T090000\nSUMMARY:Chess\nEND:VEVENT\nEND:VCALENDAR',
}

/** Keyed by `METHOD /path`. */
export const REQUESTS: Record<string, (w: World) => Request> = {
  'POST /api/auth/register': self(null, account),
  'POST /api/auth/guest': self(null, { timezone: 'UTC' }),
  'POST /api/auth/guest/sign-up': self('gus', account),
  'POST /api/auth/login': self(null, { email: 'ann@school.example', password }),
  'POST /api/auth/forgot-password': self(null, { email: 'ann@school.example' }),
  'POST /api/auth/reset-password': self(null, { token: LINK, newPassword: 'second-bell' }),
  'POST /api/auth/set-password': self('nora', { newPassword: 'second-bell' }),
  'DELETE /api/user/google': self('otto'),
  'DELETE /api/user/oidc': self('otto'),
  'POST /api/auth/logout': self('ann'),
  'POST /api/auth/proof': self('ann', { password }),
  'POST /api/auth/change-password': self('ann', { currentPassword: password, newPassword: 'second-bell' }),
  'DELETE /api/auth/sessions': self('ann'),
  'DELETE /api/auth/sessions/:id': about('ann', (w) => w.session),
  'PATCH /api/user': self('ann', { displayName: 'Ann Lee', studentNotes: '<p>Ana</p>', titleHue: { title: 'Math', hue: 5 } }),
  'POST /api/user/delete': self('ann', { confirmation: 'DELETE' }),
  'POST /api/user/export': self('ann'),
  'POST /api/user/confirm-address': self('ann'),
  'POST /api/mail/confirm': (w) => ({ as: null, body: { token: confirmationToken(keys, w.ann, clock()) } }),
  'POST /api/mail/unsubscribe': (w) => ({ as: null, ids: [`?token=${unsubscribeToken(keys, { userId: w.ann.userId })}`] }),

  'POST /api/calendar': self('ann', { date: '2026-11-19', blocks: BLOCKS }),
  'POST /api/calendar/days': self('ann', { days: [{ date: '2026-11-19', noteText: 'Trip', hasNote: true }] }),
  'POST /api/calendar/bulk': self('ann', { from: '2026-12-21', to: '2026-12-24', isBlocked: true, blockedText: 'Winter' }),
  'POST /api/calendar/repeat': self('ann', { patterns: [BLOCKS], days: [{ date: '2026-11-20', pattern: 0 }] }),
  'POST /api/calendar/closures/preview': self('ann', { from: '2026-12-02', to: '2026-12-03', blockedText: 'Snow day' }),
  'POST /api/calendar/closures': self('ann', { from: '2026-12-02', to: '2026-12-03', blockedText: 'Snow day' }),
  'POST /api/calendar/openings/preview': self('ann', { from: '2026-12-21', to: '2026-12-24', plans: 'bringBack' }),
  'POST /api/calendar/openings': self('ann', { from: '2026-12-21', to: '2026-12-24', plans: 'bringBack' }),
  'PUT /api/calendar/:id': about('ann', (w) => w.day.id, { blocks: BLOCKS }),
  'PATCH /api/calendar/:id': about('ann', (w) => w.day.id, { hasNote: true, noteText: 'Trip' }),
  'DELETE /api/calendar/:id': about('ann', (w) => w.day.id),
  'POST /api/calendar/:id/save-as-template': about('ann', (w) => w.day.id, { templateName: 'Wednesday' }),
  'POST /api/calendar/operations/:id/undo': about('ann', (w) => w.day.operationId),
  'POST /api/classes': self('ann', { name: 'Chess' }),
  'POST /api/classes/lessons': self('ann', {
    classes: [{ id: '0b6f6a4e-3c0e-4d8e-9a53-0d6e5f1f7a11', name: 'Chess' }],
    days: [{ date: '2026-11-20', blocks: BLOCKS }],
  }),
  'PATCH /api/classes/:id': about('ann', (w) => w.schoolClass, { name: 'Chess' }),
  'DELETE /api/classes/:id': about('ann', (w) => w.schoolClass),
  'POST /api/timetables/preview': (w) => ({ as: 'ann', body: timetableOf(w) }),
  'POST /api/timetables': (w) => ({ as: 'ann', body: timetableOf(w) }),
  'POST /api/timetables/:id/versions/:date/preview': (w) => ({ as: 'ann', ids: [w.timetable, DATE], body: gridOf(w) }),
  'PUT /api/timetables/:id/versions/:date': (w) => ({ as: 'ann', ids: [w.timetable, DATE], body: gridOf(w) }),
  'POST /api/timetables/later-lessons': (w) => ({
    as: 'ann',
    body: { date: DATE, until: '2026-12-31', block: { ...w.day.blocks[0], title: 'Algebra' } },
  }),
  'POST /api/timetables/:id/school-change': (w) => ({
    as: 'mike',
    ids: [w.schoolChange.timetableId],
    body: { key: w.schoolChange.key, answer: 'update' },
  }),
  'POST /api/calendar/moves/preview': self('ann', MOVED),
  'POST /api/calendar/moves': self('ann', MOVED),
  'PUT /api/school/year': self('priya', { firstDay: '2026-08-26', lastDay: '2027-06-16', rhythm: { kind: 'cycle', days: 6 } }),
  'PUT /api/calendar/cycle-days/:date': (_) => ({ as: 'ann', ids: ['2026-12-01'], body: { day: 6 } }),
  'POST /api/unplaced/:id/place': about('ann', (w) => w.unplaced, { date: '2026-11-20' }),
  'DELETE /api/unplaced/:id': about('ann', (w) => w.unplaced),
  'POST /api/bell-schedules': self('ann', { name: 'Assembly', rows: [{ startTime: '09:00', endTime: '10:00' }] }),
  'PATCH /api/bell-schedules/:id': about('ann', (w) => w.bellSchedule, { name: 'Assembly' }),
  'DELETE /api/bell-schedules/:id': about('ann', (w) => w.bellSchedule),
  'POST /api/calendar/short-days/preview': (w) => ({ as: 'ann', body: { date: DATE, bellScheduleId: w.bellSchedule } }),
  'POST /api/calendar/short-days': (w) => ({ as: 'ann', body: { date: DATE, bellScheduleId: w.bellSchedule } }),
  'DELETE /api/calendar/short-days/:date': (_) => ({
    as: 'ann',
    ids: [DATE],
    given: `update calendar_days set blocks = jsonb_set(blocks::jsonb, '{0,usual}', '{"startTime":"08:00","endTime":"08:45","shortDay":"2-hour delay"}')::json where date = '2026-11-18' and json_array_length(blocks) > 0`,
  }),
  'POST /api/calendar/year-copies/preview': (w) => ({ as: 'ann', body: yearCopyOf(w) }),
  'POST /api/calendar/year-copies': (w) => ({ as: 'ann', body: yearCopyOf(w) }),
  'POST /api/imports/preview': self('ann', FILE),
  'POST /api/imports': self('ann', FILE),
  'POST /api/time-block-templates': self('ann', block),
  'PUT /api/time-block-templates/:id': about('ann', (w) => w.templates.block, block),
  'DELETE /api/time-block-templates/:id': about('ann', (w) => w.templates.block),
  'POST /api/daily-templates': self('ann', { name: 'Short day', blocks: BLOCKS }),
  'PUT /api/daily-templates/:id': about('ann', (w) => w.templates.daily, { name: 'Short day', blocks: BLOCKS }),
  'POST /api/daily-templates/:id/apply': about('ann', (w) => w.templates.daily, { date: '2026-11-20' }),
  'PUT /api/daily-templates/:id/emergency-plan': about('ann', (w) => w.templates.daily, { isOnFile: true }),
  'DELETE /api/daily-templates/:id': about('ann', (w) => w.templates.daily),
  'POST /api/weekly-templates': self('ann', { name: 'Short week', mondayBlocks: BLOCKS }),
  'PUT /api/weekly-templates/:id': about('ann', (w) => w.templates.weekly, { name: 'Short week' }),
  'POST /api/weekly-templates/:id/apply': about('ann', (w) => w.templates.weekly, { weekStartDate: '2026-11-23' }),
  'DELETE /api/weekly-templates/:id': about('ann', (w) => w.templates.weekly),
  'POST /api/templates/:id/restore': about('ann', (w) => w.templates.gone),
  'POST /api/templates/import': self('ann', { timeBlocks: [block], daily: [{ name: 'Short day', blocks: BLOCKS }] }),
  'POST /api/sub-plans/generate': self('ann', { dates: [DATE] }),
  'POST /api/sub-links': self('ann', { dates: [DATE] }),
  'PATCH /api/sub-links/:id': about('ann', (w) => w.link.id, { message: 'Thank you!' }),
  'DELETE /api/sub-links/:id': about('ann', (w) => w.link.id),
  'POST /api/feeds': self('ann', { include: { text: true } }),
  'PATCH /api/feeds/:id': about('ann', (w) => w.feed, { include: { notes: true } }),
  'DELETE /api/feeds/:id': about('ann', (w) => w.feed),
  'POST /api/feeds/:id/renew': about('ann', (w) => w.feed),
  'POST /api/sub-links/:id/send': (w) => ({
    as: 'ann',
    ids: [w.link.id],
    given: `update users set classroom = '{"officeEmail":"office@lincoln.example"}' where email = 'ann@school.example'`,
  }),
  'POST /s/:token/opened': (w) => ({ as: null, ids: [w.link.token], body: { isNewDevice: true } }),
  'POST /s/:token/report': (w) => ({
    as: null,
    ids: [w.link.token],
    body: REPORT,
    headers: { 'idempotency-key': 'key-of-a-phone' },
  }),
  'PUT /s/:token/report/:id': (w) => ({ as: null, ids: [w.link.token, w.subReport], body: REPORT }),
  'PATCH /api/sub-reports/:id': about('ann', (w) => w.subReport, { isRead: true }),
  'POST /api/sub-reports/:id/share': (w) => ({
    as: 'ann',
    ids: [w.subReport],
    given: `update users set classroom = '{"officeEmail":"office@lincoln.example"}' where email = 'ann@school.example'`,
  }),

  'POST /api/collaboration/invite': self('ann', { collaboratorEmail: 'bea@school.example' }),
  'POST /api/collaboration/accept/:id': about('ann', (w) => w.received.waiting),
  'POST /api/collaboration/decline/:id': about('ann', (w) => w.received.waiting),
  'DELETE /api/collaboration/outbound-invite/:id': about('ann', (w) => w.sent.waiting),
  'PATCH /api/collaboration/outbound-invite/:id': about('ann', (w) => w.sent.accepted, { includesStudentNotes: true }),
  'POST /api/collaboration/revoke-outbound/:id': about('ann', (w) => w.sent.accepted),
  'POST /api/collaboration/revoke-inbound/:id': about('ann', (w) => w.received.accepted),
  'POST /api/collaboration/sub-plans/generate': (w) => ({ as: 'ann', body: { dates: [DATE], collaboratorUserId: w.dora.userId } }),
  'PATCH /api/school': self('mike', { includesStudentNotes: true }),
  'POST /api/school/leave': self('mike'),
  'POST /api/school/invitations/:id/accept': about('ann', (w) => w.invitation.toAnn),
  'POST /api/school/invitations/:id/decline': about('ann', (w) => w.invitation.toAnn),
  'PATCH /api/admin/teachers/:id': about('priya', mike, { isAdministrator: true }),
  'DELETE /api/admin/teachers/:id': about('priya', mike),
  'POST /api/admin/teachers/:id/confirm-address': (w) => ({
    as: 'priya',
    ids: [w.mike.userId],
    given: `update users set email_confirmed_at = null where email = 'mike@school.example'`,
  }),
  'POST /api/admin/sub-plans/generate/:id': about('priya', mike, { dates: [DATE] }),
  'GET /api/admin/teachers/:id': about('priya', mike),
  'GET /api/admin/teacher-calendar/:id': about('priya', mike),
  'GET /api/admin/teacher-calendar/:id/marks': (w) => ({ as: 'priya', ids: [w.mike.userId, `?from=${DATE}&to=${DATE}`] }),
  'PATCH /api/admin/school-devices': self('priya', { usesSharedDevices: true }),
  'PATCH /api/admin/school-office': self('priya', { officeEmail: 'office@lincoln.example', officePhone: '555-0100' }),
  'POST /api/admin/school-office/confirm-address': (_) => ({
    as: 'priya',
    given: `update schools set office_email = 'office@lincoln.example'`,
  }),
  'POST /api/mail/confirm-office': (w) => ({
    as: null,
    body: { token: officeToken(keys, { schoolId: w.schoolId, email: 'office@lincoln.example' }, clock()) },
    given: `update schools set office_email = 'office@lincoln.example'`,
  }),
  'POST /api/admin/school-invitations': self('priya', { email: 'bea@school.example' }),
  'POST /api/admin/school-invitations/bulk': self('priya', { emails: ['bea@school.example'] }),
  'POST /api/admin/school-invitations/:id/resend': about('priya', (w) => w.invitation.toNobody),
  'DELETE /api/admin/school-invitations/:id': about('priya', (w) => w.invitation.toNobody),

  'POST /api/billing/portal': self('carl'),
  'POST /api/billing/confirm': self('carl'),
  'POST /api/billing/webhook': self(null, { id: 'evt_1', customerId: 'cus_carl', isRenewalNear: true }),
  'POST /api/create-checkout-session': self('ann', { planType: 'monthly', priceId: PRICE_IDS.monthly }),
  'GET /api/referral/info': self('ann'),

  'GET /api/drive/token': self('ann'),
  'POST /api/drive/clear-tokens': self('pat'),
  'POST /api/ai/generate': self('ann', { prompt: 'Write about fractions' }),
  'POST /api/ai/generate/stream': self('ann', { prompt: 'Write about fractions' }),
  'POST /api/ai/preview': self('ann', { prompt: 'Write about fractions' }),

  'GET /api/admin/search': (w) => ({ as: 'pat', ids: [`?q=${w.ann.email}`] }),
  'GET /api/admin/users/:userId': about('pat', dora),
  'PATCH /api/admin/users/:userId/admin': about('pat', dora, { isAdmin: true }),
  'PATCH /api/admin/users/:userId/plan': about('pat', dora, { until: '2027-01-01' }),
  'POST /api/admin/users/:userId/credits': about('pat', dora),
  'POST /api/admin/users/:userId/password-link': about('pat', dora),
  'DELETE /api/admin/users/:userId/sessions/:sessionId': (w) => ({ as: 'pat', ids: [w.dora.userId, w.sessionOfDora] }),
  'DELETE /api/admin/users/:userId/sessions': about('pat', dora),
  'POST /api/admin/users/:userId/delete': about('pat', dora, { email: 'dora@school.example' }),
  'PUT /api/admin/maintenance': self('pat', MAINTENANCE),
  'DELETE /api/admin/maintenance': () => ({ as: 'pat', given: IN_MAINTENANCE }),
  'POST /api/admin/schools': self('pat', { name: 'Hill School', timezone: 'UTC' }),
  'PATCH /api/admin/schools/:schoolId': about('pat', school, { name: 'Lincoln Elementary' }),
  'PATCH /api/admin/schools/:schoolId/members/:userId': (w) => ({
    as: 'pat',
    ids: [w.schoolId, w.mike.userId],
    body: { isAdministrator: true },
  }),
  'DELETE /api/admin/schools/:schoolId/members/:userId': (w) => ({ as: 'pat', ids: [w.schoolId, w.mike.userId] }),
  'POST /api/admin/schools/:schoolId/invitations': about('pat', school, { email: 'bea@school.example' }),
  'DELETE /api/admin/schools/:schoolId/invitations/:invitationId': (w) => ({ as: 'pat', ids: [w.schoolId, w.invitation.toNobody] }),
  'POST /api/admin/email/test': self('pat', WORDS),
  'POST /api/admin/email/campaigns': self('pat', { id: randomUUID(), segment: 'all', ...WORDS }),
  'POST /api/admin/email/campaigns/:campaignId/stop': about('pat', () => CAMPAIGN),
  'POST /api/admin/export/csv': self('pat'),
  'POST /api/admin/export/json': self('pat'),
  'POST /api/admin/bulk-update/preview': self('pat', { csv: 'email,plan_until\nann@school.example,2027-06-30' }),
  'POST /api/admin/bulk-update': self('pat', { csv: 'email,plan_until\nann@school.example,2027-06-30' }),
}

const unasked = () => Promise.reject(new Error('Nobody signs in here'))
const google: Google = {
  name: 'Google',
  origin: 'https://google.example',
  picker: { apiKey: 'key', appId: 'app', scriptUrl: 'https://google.example/api.js' },
  addressOf: unasked,
  arrival: unasked,
  driveToken: async () => 'access',
  closeDrive: async () => undefined,
}
const oidc: Oidc = {
  name: 'Lincoln District',
  button: 'Sign in with Lincoln District',
  origin: 'https://login.lincoln.example',
  addressOf: unasked,
  arrival: unasked,
}
async function* answer(): AsyncGenerator<AiPiece> {
  yield { kind: 'text', text: 'Half of a pizza is a fraction.' }
  yield { kind: 'used', tokens: 100 }
}
export const mailServer = aMailServer()
export const paymentService = aPaymentService()
/** In-memory external services. */
export const services = {
  payments: paymentService.payments,
  mail: mailServer.mail,
  google,
  oidc,
  ai: { host: 'ai.example', write: () => answer() },
}

/** Calls that write but have no request here, with the reason. */
export const LEFT_OUT: Record<string, string> = {
  'POST /api/auth/google': 'needs the pages of the stand-in for Google, as the next three do',
  'POST /api/auth/oidc': 'needs the pages of a provider',
  'POST /api/auth/exchange': 'needs a browser that comes back from a provider',
  'POST /api/auth/join': 'needs a browser that comes back from a provider',
  'POST /api/admin/backup/create': 'needs a folder of backups: test/faults/backup-server.test.ts',
}

/** Returns a call's URL with its ids filled in. Appends an id that starts with `?` to the end. */
export const addressOf = (name: string, ids: readonly string[] = []): string => {
  const left = [...ids]
  const path = (name.split(' ')[1] ?? '').replace(/:\w+/g, () => left.shift() ?? '')
  return path + left.join('')
}
