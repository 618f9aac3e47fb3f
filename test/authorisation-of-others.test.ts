/** Tests which users may view another teacher's calendar, as defined in authorisation-table.ts. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aBlock, aDay } from '#server/features/calendar/samples.ts'
import type { Status } from '#server/features/collaboration/queries.ts'
import { anInvite } from '#server/features/collaboration/samples.ts'
import { type ASchool, aMember, aSchoolWith } from '#server/features/schools/samples.ts'
import { apiRoutesOf } from './api-routes.ts'
import { app, call, clock, db, pool } from './app.ts'
import { expectedOfOthers } from './authorisation-table.ts'

const DATE = '2026-11-18'
type Teacher = Awaited<ReturnType<typeof aTeacher>>

/** Returns a teacher whom Ann has invited, with an invite in this state. */
const invited = (status: Status) => async (ann: Teacher) => {
  const { userId, token } = await aTeacher(db, { now: clock() })
  await anInvite(db, { inviter: ann.userId, invitee: userId, status })
  return { userId, token }
}

const principal = async (_ann: Teacher, school: ASchool) => school.administrator

/** Creates the caller for each column of the table. Ann, whose data they request, belongs to the school. */
const ACTORS: Record<string, (ann: Teacher, school: ASchool) => Promise<{ token?: string }>> = {
  nobody: async () => ({}),
  herself: async ({ token }) => ({ token }),
  accepted: invited('accepted'),
  ended: async (ann) => {
    const { userId, token } = await invited('accepted')(ann)
    await pool.query(`update subscriptions set status = 'TRIALEXPIRED' where user_id = $1`, [userId])
    return { token }
  },
  shows: async (ann) => {
    const { userId, token } = await aTeacher(db, { now: clock() })
    await anInvite(db, { inviter: userId, invitee: ann.userId })
    return { token }
  },
  waiting: invited('waiting'),
  declined: invited('declined'),
  revoked: invited('revoked'),
  deleted: invited('deleted'),
  stranger: () => aTeacher(db, { now: clock() }),
  guest: async () => (await call('POST', '/api/auth/guest', { body: { timezone: 'UTC' } })).body,
  platform: async () => {
    const { userId, token } = await aTeacher(db, { now: clock() })
    await pool.query('update user_roles set is_admin = true where user_id = $1', [userId])
    return { token }
  },
  principal,
  member: (_ann, school) => aMember(db, school, { now: clock() }),
  elsewhere: async () => (await aSchoolWith(db, { now: clock() })).administrator,
  random: principal,
  malformed: principal,
}

type Target = { id: string; email: string }
/** The ids of a nonexistent user, and malformed ids. */
const UNKNOWN: Record<string, Target> = {
  random: { id: randomUUID(), email: 'nobody@school.example' },
  malformed: { id: 'ann', email: 'ann' },
}

const send = async (name: string, { id, email }: Target, token: string | undefined) => {
  const [method, url = ''] = name.split(' ') as ['GET' | 'POST', string]
  const path = url.replace(/:(userId|id)/, id).replace(':email', email)
  const reply = await app.inject({
    method,
    url: method === 'GET' && url.includes('calendar') ? `${path}?from=${DATE}&to=${DATE}` : path,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(method === 'POST' && { payload: { dates: [DATE], ...(!url.includes(':') && { collaboratorUserId: id }) } }),
  })
  return { status: reply.statusCode, body: reply.body }
}

const all = new Map(apiRoutesOf(app).map(({ method, url }) => [`${method} ${url}`, url]))

test.each([...expectedOfOthers])('%s answers every caller according to the table', async (name, expected) => {
  expect(all.has(name), 'a call of the server').toBe(true)
  const school = await aSchoolWith(db, { now: clock() })
  const ann = await aMember(db, school, { now: clock(), displayName: 'Ann Lee' })
  await aDay(db, { owner: ann.userId, date: DATE, now: clock(), blocks: [aBlock({ title: 'Fractions' })] })
  const before = (await pool.query('select * from calendar_days')).rows
  const seen: Record<string, number> = {}
  const refused = new Set<string>()
  for (const [column, become] of Object.entries(ACTORS)) {
    const { token } = await become(ann, school)
    const { status, body } = await send(name, UNKNOWN[column] ?? { id: ann.userId, email: ann.email }, token)
    seen[column] = status
    if (status === 404) refused.add(body)
  }
  expect(seen).toEqual(expected)
  // A caller without access can't distinguish an existing teacher from a nonexistent one.
  expect(refused.size).toBe(1)
  expect((await pool.query(`select * from calendar_days where date = $1 and blocks::text like '%Fractions%'`, [DATE])).rows).toEqual(before)
})
