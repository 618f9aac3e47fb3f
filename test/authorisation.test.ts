import { createHash, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { aSchool, aTeacher } from '#server/features/accounts/samples.ts'
import { AMPLE, aBlock, aDay, calendarOf } from '#server/features/calendar/samples.ts'
import { aClass } from '#server/features/classes/samples.ts'
import { anInvite } from '#server/features/collaboration/samples.ts'
import { aFeed } from '#server/features/feeds/samples.ts'
import { aBellSchedule } from '#server/features/moves/bell-schedules/samples.ts'
import { startSession } from '#server/features/sign-in/sessions/actions.ts'
import { aSubLink } from '#server/features/sub-links/samples.ts'
import { aSubReport } from '#server/features/sub-reports/samples.ts'
import { addTemplates, removeTemplate } from '#server/features/templates/actions.ts'
import { aDailyTemplate, aWeeklyTemplate } from '#server/features/templates/samples.ts'
import { anUnplacedLesson, aTimetable } from '#server/features/timetables/samples.ts'
import { bodyExampleOf, SOME_ID } from '#server/lib/http/examples.ts'
import type { LessonHtml } from '#shared/lesson-html.ts'
import { type ApiRoute, addressOf, apiRoutesOf } from './api-routes.ts'
import { app, call, clock, db, keys, pool, setClock } from './app.ts'
import { expectedOfOthers, expectedStatuses, GUESTS } from './authorisation-table.ts'

const nameOf = ({ method, url }: ApiRoute) => `${method} ${url}`
const all = apiRoutesOf(app)
const routes = all.filter((route) => expectedStatuses.has(nameOf(route)))
const DATE = '2026-11-18'

// The invitee in the OpenAPI document's example.
beforeEach(() => aTeacher(db, { email: 'ben@school.example', now: clock() }))

type Invite = 'sent waiting' | 'sent accepted' | 'received waiting' | 'received accepted'
type Things = Record<
  | 'day'
  | 'operation'
  | 'session'
  | 'time-block'
  | 'daily'
  | 'weekly'
  | 'class'
  | 'timetable'
  | 'unplaced'
  | 'bellSchedule'
  | 'link'
  | 'feed'
  | 'subReport'
  | 'deleted'
  | 'invitation'
  | Invite,
  string
>

/** Creates four invites for a user: one waiting and one accepted, both sent and received. */
const invitesOf = async (userId: string, [carl = '', dora = '']: string[]): Promise<Record<Invite, string>> => ({
  'sent waiting': await anInvite(db, { inviter: userId, invitee: carl, status: 'waiting' }),
  'sent accepted': await anInvite(db, { inviter: userId, invitee: dora }),
  'received waiting': await anInvite(db, { inviter: carl, invitee: userId, status: 'waiting' }),
  'received accepted': await anInvite(db, { inviter: dora, invitee: userId }),
})

/** Creates a school's invitation to a user. A guest doesn't have an email address, so a guest's invitation uses the user id instead. */
const anInvitationTo = async (userId: string): Promise<string> => {
  const { rows } = await pool.query(
    `with school as (insert into schools (name, timezone, created_at) values ('Lincoln', 'UTC', $2) returning id)
     insert into school_invitations (school_id, email, status, invited_at)
     select school.id, coalesce(users.email, users.id::text), 'waiting', $2 from school, users where users.id = $1 returning id`,
    [userId, clock()],
  )
  return rows[0].id
}

/** Creates one object of each kind that a call can refer to, all owned by one user. */
const thingsOf = async (userId: string, passwordHash: string | null): Promise<Omit<Things, Invite>> => {
  const now = clock()
  // First, because the day's lesson would join one of a guest's classes.
  const timetable = await aTimetable(db, { owner: userId, now })
  const day = await aDay(db, { owner: userId, date: DATE, now, blocks: [aBlock()] })
  const owner = { calendar: await calendarOf(db, userId), quota: AMPLE }
  const content = { ...aBlock(), description: '' as LessonHtml }
  const [timeBlock, other] = await addTemplates(db, owner, 'time_block', [
    { name: 'Math', content },
    { name: 'Art', content },
  ])
  await removeTemplate(db, owner, 'time_block', { id: other?.id ?? '', now })
  await startSession(db, { userId, passwordHash, userAgent: 'a phone', now })
  const { rows } = await pool.query(`select id from sessions where user_id = $1 and user_agent = 'a phone'`, [userId])
  return {
    day: day.id,
    operation: day.operationId,
    session: rows[0].id,
    'time-block': timeBlock?.id ?? '',
    daily: (await aDailyTemplate(db, { owner: userId, blocks: [aBlock()] })).id,
    weekly: (await aWeeklyTemplate(db, { owner: userId, monday: [aBlock()] })).id,
    deleted: other?.id ?? '',
    class: (await aClass(db, { owner: userId, name: 'History' })).id,
    timetable,
    unplaced: await anUnplacedLesson(db, { owner: userId, now: clock() }),
    bellSchedule: await aBellSchedule(db, { owner: userId, now: clock() }),
    link: (await aSubLink(db, keys, { madeBy: userId, now, dates: ['2026-12-01'] })).id,
    feed: (await aFeed(db, keys, { owner: userId, now })).id,
    invitation: await anInvitationTo(userId),
    subReport: (await aSubReport(db, keys, { owner: userId, now })).id,
  }
}

/** The kind of object that a call refers to. Defaults to a day. */
const NAMED: [RegExp, keyof Things][] = [
  [/operations/, 'operation'],
  [/sessions/, 'session'],
  [/restore/, 'deleted'],
  [/DELETE .*outbound-invite/, 'sent waiting'],
  [/outbound/, 'sent accepted'],
  [/revoke-inbound/, 'received accepted'],
  [/invitations/, 'invitation'],
  [/accept|decline/, 'received waiting'],
  [/time-block-templates/, 'time-block'],
  [/daily-templates/, 'daily'],
  [/weekly-templates/, 'weekly'],
  [/classes/, 'class'],
  [/timetables/, 'timetable'],
  [/unplaced/, 'unplaced'],
  [/sub-links/, 'link'],
  [/feeds/, 'feed'],
  [/bell-schedules/, 'bellSchedule'],
  [/sub-reports/, 'subReport'],
]
const thingIn = (route: ApiRoute): keyof Things => NAMED.find(([call]) => call.test(nameOf(route)))?.[1] ?? 'day'

/** Creates Ann and Bob, each signed in and with one object of each kind. */
const world = async () => {
  const { people, names, passwordHash } = await aSchool(db, { teachers: 4, now: clock() })
  const [ann = '', bob = '', ...others] = people
  const tokenOf = async (userId: string) =>
    (await startSession(db, { userId, passwordHash, userAgent: undefined, now: clock(), isConfirmed: true })) ?? ''
  return {
    ann: { userId: ann, email: names[0], token: await tokenOf(ann) },
    things: { ...(await thingsOf(ann, passwordHash)), ...(await invitesOf(ann, others)) },
    bob: { userId: bob, token: await tokenOf(bob) },
    theirs: { ...(await thingsOf(bob, passwordHash)), ...(await invitesOf(bob, others)) },
  }
}

/** Returns everything stored about a user, for comparison. */
const rowsOf = async (userId: string): Promise<string> => {
  const { rows } = await pool.query(
    `select (select json_agg(t order by id) from users t where id = $1)::text as a, (select json_agg(t order by id) from sessions t where user_id = $1)::text as b,
       (select json_agg(t order by id) from templates t where owner_id = $1)::text as c, (select json_agg(t) from calendars c join calendar_counters t on t.calendar_id = c.id where user_id = $1)::text as d,
       (select json_agg(t order by date) from calendar_days t join calendars c on c.id = calendar_id where user_id = $1)::text as e,
       (select json_agg(t order by t.id) from calendar_operations t join calendars c on c.id = calendar_id where user_id = $1)::text as f,
       (select json_agg(t order by t.id) from calendar_records t join calendars c on c.id = calendar_id where user_id = $1)::text as h,
       (select json_agg(t order by id) from invites t where $1 in (inviter_id, invitee_id))::text as g,
       (select json_agg(t order by id) from sub_links t where $1 in (user_id, made_by))::text as i,
       (select json_agg(t order by id) from sub_reports t where user_id = $1)::text as j,
       (select json_agg(t order by id) from feeds t where user_id = $1)::text as k`,
    [userId],
  )
  return createHash('md5').update(JSON.stringify(rows)).digest('hex')
}

const send = async (
  route: ApiRoute,
  { id, token, body }: { id?: string | undefined; token?: string | undefined; body?: object | undefined },
) => {
  const { parts, method } = route
  const query = parts.querystring ? { date: DATE, from: DATE, to: DATE, token: 'of-no-link', format: 'csv' } : {}
  const reply = await app.inject({
    method,
    url: addressOf(route, { ...(id !== undefined && { params: { id, date: DATE, token: 'A'.repeat(22) } }), query }),
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(body && { payload: body }),
    payloadAsStream: true,
  })
  // An event stream doesn't end automatically.
  reply.stream().destroy()
  return reply.statusCode
}

/** Returns the example body from the OpenAPI document. A permitted call succeeds with it. */
const bodyFor = ({ url, parts }: ApiRoute): object | undefined => {
  const example = parts.body && JSON.stringify(bodyExampleOf(parts.body))
  // An ID chosen by the client can only be used once.
  const body = example && JSON.parse(example.replaceAll(SOME_ID, randomUUID()))
  if (body && 'id' in body) body.id = randomUUID()
  return /\/auth\/(?:register|guest\/sign-up)$/.test(url) ? { ...body, email: `${randomUUID()}@school.example` } : body
}

test('every call has a row, and every row a call', () => {
  expect(new Set([...expectedStatuses.keys(), ...expectedOfOthers.keys()])).toEqual(new Set(all.map(nameOf)))
})

type Column = 'nobody' | 'teacher' | 'ended' | "another's" | 'gone' | 'random' | 'malformed'

/** Returns the given columns of the table. */
const tableOf = (columns: Column[], from: readonly ApiRoute[]) =>
  Object.fromEntries(
    from.map((route) => {
      const row = expectedStatuses.get(nameOf(route)) ?? {}
      return [nameOf(route), Object.fromEntries(columns.map((column) => [column, row[column]]))]
    }),
  )

/** Collects the actual statuses in a table. A cell with several different statuses contains a list of them. */
const noted = () => {
  const table: Record<string, Record<string, number | number[]>> = {}
  const note = (route: ApiRoute, column: Column, status: number): void => {
    table[nameOf(route)] ??= {}
    const row = table[nameOf(route)] ?? {}
    const before = row[column]
    row[column] = before === undefined || before === status ? status : [before, status].flat()
  }
  return { table, note }
}

const withId = routes.filter(({ url }) => url.includes(':id'))
const isRefused = (column: Column) => (route: ApiRoute) => (expectedStatuses.get(nameOf(route))?.[column] ?? 0) >= 400
const END_OF_TRIAL = '2026-11-26T14:00:00Z'
/** Moves the clock past the end of every trial and keeps the sessions alive. */
const endTrials = async (): Promise<void> => {
  setClock(END_OF_TRIAL)
  await pool.query(`update sessions set idle_expires_at = '2026-12-18', last_seen_at = $1, confirmed_at = $1`, [END_OF_TRIAL])
}

// These tests share one world because refused calls don't change any data, which the tests verify.
describe('for each call, according to the table', () => {
  test("callers without a session are refused, and a teacher's data doesn't change", async () => {
    const { ann, things } = await world()
    const gone = await world()
    await call('POST', '/api/auth/logout', { token: gone.ann.token })
    const deleted = await world()
    await call('POST', '/api/user/delete', { token: deleted.ann.token, body: { confirmation: 'DELETE' } })
    const { table, note } = noted()
    const before = await rowsOf(ann.userId)
    for (const route of routes) {
      for (const token of [undefined, 'made-up-token-of-forty-three-characters-0123', gone.ann.token, deleted.ann.token])
        note(route, 'nobody', await send(route, { id: things[thingIn(route)], token, body: bodyFor(route) }))
      expect(await rowsOf(ann.userId), `what Ann has, after strangers called ${nameOf(route)}`).toBe(before)
    }
    expect(table).toEqual(tableOf(['nobody'], routes))
  })

  test("a teacher is refused a colleague's, a nonexistent and a malformed id, and nothing changes", async () => {
    const { ann, bob, theirs } = await world()
    const { table, note } = noted()
    const before = [await rowsOf(ann.userId), await rowsOf(bob.userId)]
    for (const route of withId) {
      const as = { token: ann.token, body: bodyFor(route) }
      note(route, "another's", await send(route, { ...as, id: theirs[thingIn(route)] }))
      note(route, 'random', await send(route, { ...as, id: randomUUID() }))
      for (const id of ['1', 'null', "1'; drop table users", '%00', 'ffffffff-ffff-ffff-ffff-fffffffffff'])
        note(route, 'malformed', await send(route, { ...as, id }))
      expect([await rowsOf(ann.userId), await rowsOf(bob.userId)], `what both have, after ${nameOf(route)}`).toEqual(before)
    }
    expect(table).toEqual(tableOf(["another's", 'random', 'malformed'], withId))
  })

  test('a teacher is refused deleted things', async () => {
    const { ann, things } = await world()
    const { rows } = await pool.query(`select id from calendar_days where id = $1`, [things.day])
    expect(rows).toHaveLength(1)
    await pool.query('delete from sessions where id = $1', [things.session])
    await pool.query('delete from calendar_days where id = $1', [things.day])
    await pool.query('delete from calendar_operations where id = $1', [things.operation])
    await pool.query('delete from invites')
    await pool.query('delete from school_invitations where id = $1', [things.invitation])
    await pool.query('delete from calendar_records where id = any($1)', [
      [things.class, things.timetable, things.unplaced, things.bellSchedule],
    ])
    await pool.query('delete from sub_links where id = $1', [things.link])
    await pool.query('delete from feeds where id = $1', [things.feed])
    await pool.query('delete from sub_reports where id = $1', [things.subReport])
    await pool.query('delete from templates where id = any($1)', [[things['time-block'], things.daily, things.weekly, things.deleted]])
    const { table, note } = noted()
    for (const route of withId)
      note(route, 'gone', await send(route, { id: things[thingIn(route)], token: ann.token, body: bodyFor(route) }))
    expect(table).toEqual(tableOf(['gone'], withId))
  })

  test('a teacher whose plan has ended is refused, and nothing changes, not even for a colleague', async () => {
    const { ann, things, bob, theirs } = await world()
    await endTrials()
    const { table, note } = noted()
    const before = [await rowsOf(ann.userId), await rowsOf(bob.userId)]
    const refused = routes.filter(isRefused('ended'))
    for (const route of refused)
      note(route, 'ended', await send(route, { id: things[thingIn(route)], token: ann.token, body: bodyFor(route) }))
    expect(table).toEqual(tableOf(['ended'], refused))
    for (const route of withId) {
      const isPaidFor = route.access === 'subscriber' || route.access === 'editor'
      const status = await send(route, { id: theirs[thingIn(route)], token: ann.token, body: bodyFor(route) })
      expect(status, `${nameOf(route)} about a colleague’s`).toBe(isPaidFor ? 402 : expectedStatuses.get(nameOf(route))?.["another's"])
    }
    expect([await rowsOf(ann.userId), await rowsOf(bob.userId)]).toEqual(before)
  })

  test("a guest is refused a teacher's things, and nothing of the teacher's changes", async () => {
    const { body: guest } = await call('POST', '/api/auth/guest', { body: { timezone: 'UTC' } })
    const { bob, theirs } = await world()
    const before = await rowsOf(bob.userId)
    for (const route of withId) {
      const expected = GUESTS[nameOf(route)] ?? expectedStatuses.get(nameOf(route))?.["another's"]
      expect(await send(route, { id: theirs[thingIn(route)], token: guest.token, body: bodyFor(route) }), nameOf(route)).toBe(expected)
      expect(await rowsOf(bob.userId), `what Bob has, after a guest called ${nameOf(route)}`).toBe(before)
    }
  })
})

test.each(routes.map((route) => [nameOf(route), route] as const))(
  '%s answers a teacher, one whose plan has ended, and a guest according to the table',
  async (name, route) => {
    const { teacher, ended = 0 } = expectedStatuses.get(name) ?? {}
    const { ann, bob, things, theirs } = await world()
    const idIn = (of: Partial<Things>) => (route.url.includes(':id') ? of[thingIn(route)] : undefined)
    expect(await send(route, { id: idIn(things), token: ann.token, body: bodyFor(route) })).toBe(teacher)

    const { body: guest } = await call('POST', '/api/auth/guest', { body: { timezone: 'UTC' } })
    const own = await thingsOf(guest.user.id, null)
    expect(await send(route, { id: idIn(own), token: guest.token, body: bodyFor(route) }), 'to a guest').toBe(GUESTS[name] ?? teacher)

    if (ended >= 400) return
    await endTrials()
    expect(await send(route, { id: idIn(theirs), token: bob.token, body: bodyFor(route) }), 'after the trial').toBe(ended)
  },
)

describe('users cannot raise their own privileges', () => {
  test.each([
    'isAdmin',
    'schoolAdministration',
    'subscriptionStatus',
    'referralCredits',
    'aiFeatureFlag',
    'userId',
    'ownerId',
    'calendarId',
  ])('%s in a body or a header changes nothing for anyone', async (key) => {
    const { ann, bob } = await world()
    const before = [
      await rowsOf(bob.userId),
      (await pool.query('select * from user_roles order by user_id')).rows,
      (await pool.query('select * from subscriptions order by user_id')).rows,
    ]
    const headers = { 'x-user-id': bob.userId }
    await call('POST', '/api/calendar', { token: ann.token, headers, body: { date: '2026-11-20', [key]: bob.userId, blocks: [] } })
    await call('PATCH', '/api/user', { token: ann.token, headers, body: { displayName: 'Ann', [key]: true } })
    await call('POST', '/api/daily-templates', { token: ann.token, headers, body: { name: 'Day', [key]: bob } })
    expect([
      await rowsOf(bob.userId),
      (await pool.query('select * from user_roles order by user_id')).rows,
      (await pool.query('select * from subscriptions order by user_id')).rows,
    ]).toEqual(before)
  })
})
