import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { type Google, ProviderFailed } from '#server/lib/integrations/provider.ts'
import { makeKeyRing, newKey } from '#server/lib/keys/key-ring.ts'
import { call as callUnset, clock, config, db, doJob, keys, pool } from '#test/app.ts'
import { keepDrive, leaveDrive } from './actions.ts'
import { closeDrive } from './jobs.ts'

const REFRESH_TOKEN = '1//canary-of-a-refresh-token'

/** The refresh tokens that Google accepts. If `fault.now` is set, every call fails with that error. */
const open = new Set<string>()
const fault: { now: Error | undefined } = { now: undefined }
const called = <T>(answer: T): Promise<T> => (fault.now ? Promise.reject(fault.now) : Promise.resolve(answer))
const unasked = () => Promise.reject(new Error('Nobody signs in here'))
const google: Google = {
  name: 'Google',
  origin: 'https://google.example',
  picker: { apiKey: 'key', appId: 'app', scriptUrl: 'https://google.example/js/api.js' },
  addressOf: unasked,
  arrival: unasked,
  driveToken: (refreshToken) => called(open.has(refreshToken) ? `access-by-${refreshToken.length}` : undefined),
  closeDrive: (refreshToken) => called(undefined).then(() => void open.delete(refreshToken)),
}
const away = new ProviderFailed('away', "Google didn't respond in time")
const app = await buildApp({ db, keys, clock, logger: false, config, services: { google } })
afterAll(() => app.close())

let ann: Awaited<ReturnType<typeof aTeacher>>
beforeEach(async () => {
  open.clear()
  fault.now = undefined
  ann = await aTeacher(db, { now: clock() })
})

const call = async (method: 'GET' | 'POST', url: string, { token = ann.token, body }: { token?: string; body?: object } = {}) => {
  const reply = await app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(body && { payload: body }) })
  return { status: reply.statusCode, headers: reply.headers, body: reply.json() }
}
const askToken = (token = ann.token) => call('GET', '/api/drive/token', { token })
const grants = async () => (await pool.query('select user_id, refresh_token from drive_grants')).rows
const queued = async () => (await pool.query(`select payload from jobs where name = 'close-drive'`)).rows.map(({ payload }) => payload)
/** Connects Ann's Google Drive. */
const opened = async (refreshToken = REFRESH_TOKEN) => {
  open.add(refreshToken)
  await keepDrive(db, keys, ann.userId, refreshToken, clock())
}

const NO_TOKEN = { code: 'not_found', message: 'No access token available. Please sign in with Google again.' }

describe('a teacher who picks a file', () => {
  test('is told that Drive isn’t connected until they connect it', async () => {
    expect(await askToken()).toMatchObject({ status: 404, body: NO_TOKEN })
  })

  test('gets a token that isn’t cached, and the refresh token is stored encrypted', async () => {
    await opened()
    const reply = await askToken()
    expect(reply).toMatchObject({ status: 200, body: { accessToken: `access-by-${REFRESH_TOKEN.length}` } })
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(JSON.stringify(await grants())).not.toContain('canary')
  })

  test('and connects again uses the newer refresh token', async () => {
    await opened('older')
    await opened('newest one')
    open.delete('older')
    expect((await askToken()).body).toEqual({ accessToken: 'access-by-10' })
    expect(await grants()).toHaveLength(1)
  })

  test('can’t use a colleague’s token', async () => {
    await opened()
    const ben = await aTeacher(db, { now: clock() })
    expect(await askToken(ben.token)).toMatchObject({ status: 404 })
    // Moving Ann's stored token to Ben doesn't give him access either.
    await pool.query('update drive_grants set user_id = $1', [ben.userId])
    expect(await askToken(ben.token)).toMatchObject({ status: 404 })
  })

  test('and revoked access at Google must connect again, and the token is deleted', async () => {
    await opened()
    open.clear()
    expect(await askToken()).toMatchObject({ status: 404, body: NO_TOKEN })
    expect(await grants()).toEqual([])
  })

  test('must connect again if the key of the stored token is gone', async () => {
    open.add(REFRESH_TOKEN)
    await keepDrive(db, makeKeyRing(newKey()), ann.userId, REFRESH_TOKEN, clock())
    expect(await askToken()).toMatchObject({ status: 404, body: NO_TOKEN })
    // Another server may have the token's key.
    expect(await grants()).toHaveLength(1)
  })

  test('gets an error while Google is unavailable, and stays connected', async () => {
    await opened()
    fault.now = away
    expect(await askToken()).toMatchObject({
      status: 503,
      body: { code: 'unavailable', message: 'Failed to connect to Google Drive. Please try again.' },
    })
    fault.now = undefined
    expect(await askToken()).toMatchObject({ status: 200 })
  })

  test('must sign up first', async () => {
    const guest = await call('POST', '/api/auth/guest', { body: {} })
    expect(await askToken(guest.body.token)).toMatchObject({ status: 403, body: { code: 'sign_up_needed' } })
  })

  test('gets a refusal if no picker is set up', async () => {
    const unset = { status: 503, body: { code: 'not_configured', message: 'Google Drive isn’t available here.' } }
    expect(await callUnset('GET', '/api/drive/token', { token: ann.token })).toMatchObject(unset)
  })
})

describe('a refresh token is deleted here and revoked at Google', () => {
  const clear = () => call('POST', '/api/drive/clear-tokens')

  test('by an administrator, but only their own', async () => {
    const ben = await aTeacher(db, { now: clock() })
    await keepDrive(db, keys, ben.userId, 'of Ben', clock())
    await opened()
    expect(await clear()).toMatchObject({ status: 403 })
    await pool.query('update user_roles set is_admin = true where user_id = $1', [ann.userId])
    expect(await clear()).toMatchObject({ status: 200, body: { success: true } })
    expect(await grants()).toEqual([expect.objectContaining({ user_id: ben.userId })])
    // Succeeds even if there is nothing to delete.
    expect(await clear()).toMatchObject({ status: 200 })
    expect(await queued()).toHaveLength(1)
  })

  test('when the account is deleted, even while Google is unavailable', async () => {
    await opened()
    fault.now = away
    const body = { confirmation: 'DELETE' }
    expect(await call('POST', '/api/user/delete', { body })).toMatchObject({ status: 200 })
    expect(await grants()).toEqual([])
    const [payload] = await queued()
    expect(JSON.stringify(payload)).not.toContain('canary')
    await expect(doJob(closeDrive, clock(), { services: { google }, payload })).rejects.toThrow("didn't respond")
    fault.now = undefined
    await doJob(closeDrive, clock(), { services: { google }, payload })
    expect(open.size).toBe(0)
  })

  test('retries while Google isn’t set up, but not if the key is gone', async () => {
    await opened()
    await leaveDrive(db, ann.userId)
    const [payload] = await queued()
    await expect(doJob(closeDrive, clock(), { payload })).rejects.toThrow('not set up')
    await doJob(closeDrive, clock(), {
      payload: { userId: ann.userId, sealed: makeKeyRing(newKey()).seal('drive-tokens', ann.userId, 'x') },
    })
  })
})
