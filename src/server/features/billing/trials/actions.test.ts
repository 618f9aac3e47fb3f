import { beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { makeKeyRing, newKey } from '#server/lib/keys/key-ring.ts'
import { DAY_MS } from '#shared/dates.ts'
import { app, clock, config, db, doJob, pool, setClock } from '#test/app.ts'
import { forgetPastTrials } from './jobs.ts'

const START = '2026-11-18T14:00:00.000Z'
const daysLater = (days: number) => new Date(Date.parse(START) + days * DAY_MS)
const at = (days: number) => setClock(daysLater(days).toISOString())
const PASSWORD = 'first-bell-rings'

type Call = { token?: string; body: object; server?: typeof app }
const post = async (url: string, { token, body, server = app }: Call) => {
  const reply = await server.inject({ method: 'POST', url, payload: body, headers: token ? { authorization: `Bearer ${token}` } : {} })
  return { status: reply.statusCode, body: reply.body === '' ? undefined : reply.json() }
}
const register = (email: string, server = app) => post('/api/auth/register', { body: { email, password: PASSWORD }, server })
const leave = async (token: string, server = app) => {
  await post('/api/auth/proof', { token, body: { password: PASSWORD }, server })
  return post('/api/user/delete', { token, body: { confirmation: 'DELETE' }, server })
}
const kept = async () => (await pool.query('select * from past_trials')).rows

describe('someone who deletes the account and signs up again', () => {
  beforeEach(async () => {
    const { body } = await register('maya.rivera@gmail.com')
    at(5)
    expect((await leave(body.token)).status).toBe(200)
  })

  test.each(['maya.rivera@gmail.com', 'Maya.Rivera@gmail.com', 'mayarivera+again@googlemail.com'])(
    'as %s goes on with the trial that they had',
    async (email) => {
      at(6)
      const { body } = await register(email)
      expect(body.user).toMatchObject({ freeTrialStarted: START, subscriptionStatus: 'TRIAL', createdAt: daysLater(6).toISOString() })
    },
  )

  test('after the trial has ended gets none until they pay', async () => {
    at(8)
    expect((await register('maya.rivera@gmail.com')).body.user.subscriptionStatus).toBe('TRIALEXPIRED')
  })

  test('as a guest first gets the rest of it, without extra steps', async () => {
    at(8)
    const guest = await post('/api/auth/guest', { body: {} })
    expect(guest.body.user.subscriptionStatus).toBe('TRIAL')
    const signUp = { email: 'mayarivera@gmail.com', password: PASSWORD }
    const { body } = await post('/api/auth/guest/sign-up', { token: guest.body.token, body: signUp })
    expect(body.user).toMatchObject({ freeTrialStarted: START, subscriptionStatus: 'TRIALEXPIRED' })
  })

  test('again and again never gets another', async () => {
    for (const days of [6, 9]) {
      at(days)
      const { body } = await register('maya.rivera@gmail.com')
      expect(body.user.freeTrialStarted).toBe(START)
      await leave(body.token)
    }
    expect(await kept()).toMatchObject([{ free_trial_started: new Date(START), deleted_at: daysLater(9) }])
  })

  test('under two spellings at once continues the older trial', async () => {
    at(20)
    const { body } = await register('someone@school.example')
    at(25)
    const later = await register('someone+two@school.example')
    await leave(later.body.token)
    await leave(body.token)
    expect((await register('someone@school.example')).body.user.freeTrialStarted).toBe(daysLater(20).toISOString())
  })

  test('can’t be identified from what is stored', async () => {
    const [row] = await kept()
    expect(Object.keys(row)).toEqual(['fingerprint', 'free_trial_started', 'deleted_at'])
    expect(JSON.stringify(row).toLowerCase()).not.toMatch(/maya|rivera|gmail/)
  })

  test('after twelve months starts a new one', async () => {
    const forgottenAt = new Date('2027-11-23T14:00:00.001Z')
    await doJob(forgetPastTrials, new Date('2027-11-23T13:59:59.000Z'))
    expect(await kept()).toHaveLength(1)
    await doJob(forgetPastTrials, forgottenAt)
    expect(await kept()).toEqual([])
    setClock(forgottenAt.toISOString())
    expect((await register('maya.rivera@gmail.com')).body.user.freeTrialStarted).toBe(forgottenAt.toISOString())
  })
})

test('another person gets their own trial', async () => {
  const { body } = await register('maya@school.example')
  await leave(body.token)
  at(9)
  expect((await register('may.a@school.example')).body.user.freeTrialStarted).toBe(daysLater(9).toISOString())
})

test('a guest who is deleted leaves nothing', async () => {
  const { body } = await post('/api/auth/guest', { body: {} })
  expect((await post('/api/user/delete', { token: body.token, body: { confirmation: 'DELETE' } })).status).toBe(200)
  expect(await kept()).toEqual([])
})

test('an account deleted under an older key is recognized', async () => {
  const older = newKey()
  const withKeys = (written: string) => buildApp({ db, keys: makeKeyRing(written), clock, logger: false, config })
  const before = await withKeys(older)
  const { body } = await register('maya@school.example', before)
  await leave(body.token, before)
  at(9)
  const after = await withKeys(`${newKey()},${older}`)
  expect((await register('maya@school.example', after)).body.user).toMatchObject({
    freeTrialStarted: START,
    subscriptionStatus: 'TRIALEXPIRED',
  })
  await Promise.all([before.close(), after.close()])
})

test('nothing is stored if everything is free', async () => {
  const free = await buildApp({ db, keys: makeKeyRing(newKey()), clock, logger: false, config: { ...config, isFree: true } })
  const { body } = await register('maya@school.example', free)
  expect((await leave(body.token, free)).status).toBe(200)
  expect(await kept()).toEqual([])
  await free.close()
})
