// @module-tag engine
/** Tests that sensitive calls require re-authentication, so that a stolen session can't make them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { tablesParentsFirst } from '#server/lib/db/catalog.ts'
import { apiRoutesOf } from './api-routes.ts'
import { app, clock, config, db, keys, pool } from './app.ts'
import { addressOf, aWorld, PASSWORD, REQUESTS, type Request, services, type World } from './world-of-calls.ts'

/** Every call that requires re-authentication, except linking a provider (see accounts/providers/routes.test.ts). */
const SENSITIVE = [
  'POST /api/auth/set-password',
  'DELETE /api/auth/sessions',
  'DELETE /api/auth/sessions/:id',
  'POST /api/user/delete',
  'POST /api/user/export',
  'DELETE /api/user/google',
  'DELETE /api/user/oidc',
  'PATCH /api/admin/teachers/:id',
  'DELETE /api/admin/teachers/:id',
  'PATCH /api/admin/school-office',
  'PATCH /api/admin/users/:userId/admin',
  'PATCH /api/admin/users/:userId/plan',
  'POST /api/admin/users/:userId/credits',
  'POST /api/admin/users/:userId/password-link',
  'DELETE /api/admin/users/:userId/sessions/:sessionId',
  'DELETE /api/admin/users/:userId/sessions',
  'POST /api/admin/users/:userId/delete',
  'PUT /api/admin/maintenance',
  'DELETE /api/admin/maintenance',
  'PATCH /api/admin/schools/:schoolId',
  'PATCH /api/admin/schools/:schoolId/members/:userId',
  'DELETE /api/admin/schools/:schoolId/members/:userId',
  'POST /api/admin/email/campaigns',
  'POST /api/admin/export/csv',
  'POST /api/admin/export/json',
  'POST /api/admin/bulk-update',
  'POST /api/admin/backup/create',
  'GET /api/admin/backups/:name',
]

/** Changes that a platform admin can make without re-authentication, with the reason for each. */
const ORDINARY: Record<string, string> = {
  'POST /api/admin/schools': 'a school with nobody in it gives nobody anything',
  'POST /api/admin/schools/:schoolId/invitations': 'whoever accepts is a teacher of the school and sees nobody',
  'DELETE /api/admin/schools/:schoolId/invitations/:invitationId': 'it is sent again',
  'POST /api/admin/email/test': 'it goes to oneself',
  'POST /api/admin/email/campaigns/:campaignId/stop': 'what harms many is stopped at once',
  'POST /api/drive/clear-tokens': "it closes one's own Drive, and one press opens it again",
  'POST /api/admin/bulk-update/preview': 'it changes nothing',
}

const nameOf = ({ method, url }: { method: unknown; url: string }): string => `${method} ${url}`

describe('re-authentication', () => {
  test('is required by the calls listed here and no others', () => {
    const declared = app.routes.filter(({ config }) => config?.call?.endpoint.needsProof).map(nameOf)
    expect(declared.sort()).toEqual([...SENSITIVE].sort())
  })

  test('is required by every change in the dashboard, unless there is a reason why not', () => {
    const changing = apiRoutesOf(app).filter(({ access, method }) => access === 'platformAdministrator' && method !== 'GET')
    const unnamed = changing.map(nameOf).filter((name) => !SENSITIVE.includes(name) && !(name in ORDINARY))
    expect(unnamed).toEqual([])
  })
})

/** Backups are files, and the test world doesn't contain any. */
const WITHOUT_REQUEST: Record<string, Request> = {
  'POST /api/admin/backup/create': { as: 'pat' },
  'GET /api/admin/backups/:name': { as: 'pat', ids: ['firstbell.backup'] },
}

const server = await buildApp({ db, keys, clock, logger: false, config, services })
afterAll(() => server.close())

let everything = ''
beforeAll(async () => {
  const tables = (await tablesParentsFirst(pool)).map(({ name }) => name)
  everything = tables.map((name) => `select '${name}' as name, (select json_agg(t)::text from ${name} t) as rows`).join(' union all ')
})
const allRows = async () => (await pool.query(everything)).rows

test.each(SENSITIVE)('%s does nothing with only a session, and succeeds after re-authentication', async (name) => {
  const w: World = await aWorld()
  const request = REQUESTS[name]?.(w) ?? WITHOUT_REQUEST[name]
  const { as = null, ids, body, given } = request ?? {}
  if (given) await pool.query(given)
  const { token = '' } = as ? w[as] : {}
  const headers = { authorization: `Bearer ${token}` }
  const send = () =>
    server.inject({
      method: name.split(' ')[0] as 'POST',
      url: addressOf(name, ids),
      headers,
      ...(body !== undefined && { payload: body as object }),
    })
  await pool.query(`update sessions set confirmed_at = $1`, [new Date(clock().getTime() - 300_001)])
  const before = await allRows()
  const refused = await send()
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'proof_needed'])
  expect(await allRows()).toEqual(before)

  if (name in WITHOUT_REQUEST) return
  const hasPassword = as !== 'nora'
  if (hasPassword) await server.inject({ method: 'POST', url: '/api/auth/proof', headers, payload: { password: PASSWORD } })
  else await pool.query('update sessions set confirmed_at = $1', [clock()])
  expect((await send()).statusCode).toBe(200)
})
