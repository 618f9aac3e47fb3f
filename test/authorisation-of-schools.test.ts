/** Tests the permissions of each kind of user in a school, as defined in authorisation-table.ts. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { type ASchool, aMember, aSchoolWith } from '#server/features/schools/samples.ts'
import { apiRoutesOf } from './api-routes.ts'
import { app, call, clock, db, pool } from './app.ts'
import { expectedOfOthers, expectedOfSchools } from './authorisation-table.ts'

const DATE = '2026-11-18'
const teacher = () => aTeacher(db, { now: clock() })
const school = () => aSchoolWith(db, { now: clock() })
const member = (of: ASchool) => aMember(db, of, { now: clock() })

type Actor = { token?: string }
const administrator = async ({ administrator }: ASchool): Promise<Actor> => administrator

/** Creates the caller for each column of the table. */
const ACTORS: Record<string, (school: ASchool) => Promise<Actor>> = {
  nobody: async () => ({}),
  administrator,
  ended: async ({ administrator }) => {
    await pool.query(`update subscriptions set status = 'TRIALEXPIRED' where user_id = $1`, [administrator.userId])
    return administrator
  },
  member,
  former: async (of) => {
    const former = await member(of)
    const body = { isAdministrator: true }
    await call('PATCH', `/api/admin/teachers/${former.userId}`, { token: of.administrator.token, body })
    await call('POST', '/api/school/leave', { token: former.token })
    return former
  },
  elsewhere: async () => (await school()).administrator,
  platform: async () => {
    const admin = await teacher()
    await pool.query('update user_roles set is_admin = true where user_id = $1', [admin.userId])
    return admin
  },
  guest: async () => (await call('POST', '/api/auth/guest', { body: { timezone: 'UTC' } })).body,
  left: administrator,
}

/**
 * Creates a school with a teacher, an entry and an invitation. Also includes a teacher who has left the school, and the ids of deleted
 * objects.
 */
const world = async () => {
  const lincoln = await school()
  const { token } = lincoln.administrator
  const [ann, left] = [await member(lincoln), await member(lincoln)]
  await call('POST', '/api/school/leave', { token: left.token })
  const body = { date: DATE, schoolId: lincoln.id, hasNote: true, noteText: 'Fire drill' }
  const entry = (await call('POST', '/api/calendar', { token, body })).body
  const invitation = (await call('POST', '/api/admin/school-invitations', { token, body: { email: `${randomUUID()}@school.example` } }))
    .body
  const idFor = (url: string, column: string): string => {
    if (url.includes('/teachers/')) return (column === 'left' ? left : ann).userId
    if (column === 'left') return randomUUID()
    return url.includes('invitations') ? invitation.id : url.includes('/operations/') ? entry.operationId : entry.id
  }
  return { lincoln, idFor }
}

const bodyFor = (name: string, schoolId: string): object | undefined =>
  ({
    'PATCH /api/admin/teachers/:id': { isAdministrator: true },
    'PATCH /api/admin/school-office': { officePhone: '555-0100' },
    'PATCH /api/admin/school-devices': { usesSharedDevices: true },
    'POST /api/admin/school-invitations': { email: `${randomUUID()}@school.example` },
    'POST /api/admin/school-invitations/bulk': { emails: [`${randomUUID()}@school.example`] },
    'PUT /api/school/year': { firstDay: DATE, lastDay: DATE, rhythm: { kind: 'weekly' } },
    'POST /api/calendar': { date: DATE, schoolId, noteText: 'Changed' },
    'POST /api/calendar/days': { schoolId, days: [{ date: DATE, noteText: 'Changed' }] },
    'POST /api/calendar/bulk': { schoolId, from: DATE, to: DATE, isBlocked: true, blockedText: 'Changed' },
    'PUT /api/calendar/:id': { blocks: [] },
    'PATCH /api/calendar/:id': { noteText: 'Changed' },
  })[name]

/** Returns everything stored about a school. */
const rowsOf = async ({ id }: ASchool) =>
  (
    await pool.query(
      `select (select json_agg(t order by user_id) from user_roles t where school_id = $1) as roles,
         (select json_agg(t order by id) from school_invitations t where school_id = $1) as invitations,
         (select json_agg(t order by date) from calendar_days t join calendars c on c.id = calendar_id where c.school_id = $1) as days,
         (select json_agg(t order by t.id) from calendar_records t join calendars c on c.id = calendar_id where c.school_id = $1) as records`,
      [id],
    )
  ).rows

const calls = apiRoutesOf(app)

test.each([...expectedOfSchools])('%s answers every caller according to the table', async (name, expected) => {
  const [method, url] = name.split(' ') as ['GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string]
  const seen: Record<string, number> = {}
  // Refused calls can share one world, because they don't change any data. Comparing the rows after each call verifies that.
  const ofRefused = await world()
  for (const [column, status] of Object.entries(expected)) {
    const { lincoln, idFor } = status >= 400 ? ofRefused : await world()
    const { token } = (await ACTORS[column]?.(lincoln)) ?? {}
    const before = await rowsOf(lincoln)
    const address = url.replace(':id', idFor(url, column))
    const { status: got, body } = await call(method, method === 'GET' ? `${address}?schoolWideView=true&date=${DATE}` : address, {
      token,
      body: bodyFor(name, lincoln.id),
    })
    seen[column] = got
    if (got < 400 && column !== 'elsewhere') continue
    expect(await rowsOf(lincoln), `${column} changes nothing`).toEqual(before)
    expect(JSON.stringify(body), `${column} sees nothing`).not.toContain('Fire drill')
    expect(JSON.stringify(body), `${column} sees nobody`).not.toContain(lincoln.administrator.userId)
  }
  expect(seen).toEqual(expected)
})

test('every call for administrators is in a table', () => {
  const named = new Set([...expectedOfSchools.keys(), ...expectedOfOthers.keys()])
  const missing = calls.filter(({ access }) => access === 'schoolAdministrator').map(({ method, url }) => `${method} ${url}`)
  expect(missing.filter((name) => !named.has(name))).toEqual([])
})
