// @module-tag engine
/** Calls with an `Idempotency-Key`. That every call has one effect: test/repeated-calls.test.ts. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { buildApp } from '#server/app.ts'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aBlock } from '#server/features/calendar/samples.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { serve } from '#server/lib/http/serve.ts'
import { makeSharedLimits } from '#server/lib/limits/shared-limits.ts'
import { contract } from '#shared/endpoint.ts'
import { RETENTION } from '#shared/retention.ts'
import { app, call, clock, config, db, doJob, keys, pool, setClock } from '#test/app.ts'
import { onceForEachKey } from './actions.ts'
import { forgetIdempotencyKeys } from './jobs.ts'
import { MOST, MOST_OF_ANSWER } from './policy.ts'

const KEY = { 'idempotency-key': '3f2c9a54-7a0e-4f0c-9a7e-0d6f1f5d7f10' }
const TEMPLATE = { name: 'Reading', title: 'Reading', startTime: '08:00', endTime: '08:45' }

let ann: Awaited<ReturnType<typeof aTeacher>>
beforeEach(async () => {
  ann = await aTeacher(db, { now: clock() })
})

const add = (body: object = TEMPLATE, { token = ann.token, headers = KEY }: { token?: string; headers?: Record<string, string> } = {}) =>
  call('POST', '/api/time-block-templates', { token, body, headers })
const countOf = async (table: string): Promise<number> => (await pool.query(`select count(*)::int as count from ${table}`)).rows[0].count
const minutesLater = (minutes: number) => setClock(new Date(clock().getTime() + minutes * 60_000).toISOString())

describe('a request that is sent again with its key', () => {
  test('gets the first answer, and nothing is added a second time', async () => {
    const first = await add()
    const again = await add()
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([201, undefined])
    expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([201, first.body, 'true'])
    expect(await countOf('templates')).toBe(1)
  })

  test('is refused if its content has changed', async () => {
    await add()
    expect(await add({ ...TEMPLATE, name: 'Math' })).toMatchObject({ status: 422, body: { code: 'key_reused' } })
    expect(await countOf('templates')).toBe(1)
  })

  test('is a request of its own for another caller, and for another call', async () => {
    await add()
    const bea = await aTeacher(db, { now: clock() })
    expect((await add(TEMPLATE, { token: bea.token })).headers['idempotent-replayed']).toBeUndefined()
    const daily = await call('POST', '/api/daily-templates', { token: ann.token, body: { name: 'Day', blocks: [aBlock()] }, headers: KEY })
    expect([daily.status, daily.headers['idempotent-replayed']]).toEqual([201, undefined])
    expect(await countOf('templates')).toBe(3)
  })

  test('is a request of its own from another network, if the call needs no session', async () => {
    const open = (remoteAddress: string) =>
      app.inject({ method: 'POST', url: '/api/auth/guest', payload: { timezone: 'UTC' }, headers: KEY, remoteAddress })
    const [mine, same, theirs] = [await open('192.0.2.1'), await open('192.0.2.1'), await open('198.51.100.1')]
    expect(same.json().token).toBe(mine.json().token)
    expect(theirs.json().token).not.toBe(mine.json().token)
  })

  test('runs if the first was refused', async () => {
    const wrong = await call('POST', '/api/auth/login', { body: { email: ann.email, password: 'typo' }, headers: KEY })
    const right = await call('POST', '/api/auth/login', { body: { email: ann.email, password: ann.password }, headers: KEY })
    expect([wrong.status, right.status]).toEqual([401, 200])
  })

  test('runs after 24 hours, also before the job has deleted its key', async () => {
    await add()
    minutesLater(RETENTION.idempotencyHours * 60 - 1)
    expect((await add()).headers['idempotent-replayed']).toBe('true')
    minutesLater(1)
    expect((await add()).headers['idempotent-replayed']).toBeUndefined()
    expect(await countOf('templates')).toBe(2)
  })

  test('gets the session of a sign-in again, but not the cookie of its device', async () => {
    const signIn = () => call('POST', '/api/auth/login', { body: { email: ann.email, password: ann.password }, headers: KEY })
    const [first, again] = [await signIn(), await signIn()]
    expect(again.body).toEqual(first.body)
    expect([typeof first.headers['set-cookie'], again.headers['set-cookie']]).toEqual(['string', undefined])
    expect(await countOf('sessions')).toBe(2)
  })
})

test('keys that are a day old are deleted, and those of a deleted account', async () => {
  await add()
  minutesLater(RETENTION.idempotencyHours * 60 - 1)
  await doJob(forgetIdempotencyKeys)
  expect(await countOf('idempotency_keys')).toBe(1)
  minutesLater(1)
  await doJob(forgetIdempotencyKeys)
  expect(await countOf('idempotency_keys')).toBe(0)
  await add()
  await pool.query('delete from users where id = $1', [ann.userId])
  expect(await countOf('idempotency_keys')).toBe(0)
})

test('a stored answer is encrypted for its row, and its row has nothing of the request', async () => {
  const { body } = await call('POST', '/api/auth/login', { body: { email: ann.email, password: ann.password }, headers: KEY })
  const { rows } = await pool.query('select *, to_jsonb(k)::text as whole from idempotency_keys k')
  const [{ hash, answer, whole }] = rows
  for (const secret of [body.token, ann.password, ann.email, KEY['idempotency-key']]) expect(whole).not.toContain(secret)
  expect(keys.open('idempotency', hash, answer)).toContain(body.token)
  expect(keys.open('idempotency', `${hash}x`, answer)).toBeUndefined()
})

test.each(['short', 'x'.repeat(101), 'with spaces', '“quoted-key”'])('the key %j is malformed, for every POST', async (key) => {
  const headers = { 'idempotency-key': key }
  expect(await add(TEMPLATE, { headers })).toMatchObject({ status: 400, body: { code: 'malformed' } })
  const body = { from: '2026-12-02', to: '2026-12-03', blockedText: 'Snow day' }
  const preview = await call('POST', '/api/calendar/closures/preview', { token: ann.token, body, headers })
  expect(preview).toMatchObject({ status: 400, body: { code: 'malformed' } })
})

test('ten equal requests at once have one effect', async () => {
  const replies = await Promise.all(Array.from({ length: 10 }, () => add()))
  expect(await countOf('templates')).toBe(1)
  for (const { status, body } of replies) expect(status === 201 || body.code === 'still_running', JSON.stringify(body)).toBe(true)
  expect((await add()).status).toBe(201)
})

test('a key that an equal request has just released is tried again, and isn’t one too many', async () => {
  // The claim finds the key taken, and then its row is gone.
  await pool.query(`create function lose_key() returns trigger language plpgsql as $$ begin return null; end $$`)
  await pool.query('create trigger lose_key before insert on idempotency_keys for each row execute function lose_key()')
  const lost = await add()
  await pool.query('drop function lose_key cascade')
  expect(lost).toMatchObject({ status: 409, headers: { 'retry-after': '1' }, body: { code: 'still_running' } })
  expect((await add()).status).toBe(201)
})

describe('a server that died before it answered', () => {
  /** Makes the row look as the dead server left it. */
  const dieBeforeAnswer = () => pool.query('update idempotency_keys set done_at = null, answer = null, size = 0')

  test('leaves a key that is refused, because nobody knows whether the request was carried out', async () => {
    await add()
    await dieBeforeAnswer()
    expect(await add()).toMatchObject({ status: 409, headers: { 'retry-after': '1' }, body: { code: 'still_running' } })
    minutesLater(2)
    expect(await add()).toMatchObject({ status: 409, body: { code: 'outcome_unknown' } })
    expect(await countOf('templates')).toBe(1)
    expect((await add(TEMPLATE, { headers: { 'idempotency-key': 'another-key' } })).status).toBe(201)
  })
})

describe('bounds:', () => {
  const someKeys = (count: number, of: { userId: string } | { network: string }, size = 0) =>
    pool.query(
      `insert into idempotency_keys (hash, user_id, network, request, claimed_at, done_at, size)
       select 'key ' || n, $1, $2, '', $3, $3, $5 from generate_series(1, $4) n`,
      ['userId' in of ? of.userId : null, 'network' in of ? of.network : null, clock(), count, size],
    )

  test('a caller has 5,000 keys in 24 hours, and other callers don’t notice', async () => {
    await someKeys(MOST.keys - 1, ann)
    expect((await add()).status).toBe(201)
    expect(await add(TEMPLATE, { headers: { 'idempotency-key': 'one-more-key' } })).toMatchObject({
      status: 429,
      body: { code: 'too_many' },
    })
    expect((await add()).headers['idempotent-replayed']).toBe('true')
    const bea = await aTeacher(db, { now: clock() })
    expect((await add(TEMPLATE, { token: bea.token })).status).toBe(201)
    minutesLater(RETENTION.idempotencyHours * 60)
    expect((await add(TEMPLATE, { headers: { 'idempotency-key': 'one-more-key' } })).status).toBe(201)
  })

  test('a network with too many keys can still sign in', async () => {
    await someKeys(MOST.keys, { network: '127.0.0.1' })
    const login = await call('POST', '/api/auth/login', { body: { email: ann.email, password: ann.password }, headers: KEY })
    expect(login.status).toBe(200)
    expect(await countOf('idempotency_keys')).toBe(MOST.keys)
  })

  test('a long answer isn’t stored, and its request isn’t carried out again', async () => {
    const description = `<p>${'x'.repeat(MOST_OF_ANSWER)}</p>`
    const save = () => add({ ...TEMPLATE, description })
    expect((await save()).status).toBe(201)
    expect(await save()).toMatchObject({ status: 409, body: { code: 'already_done' } })
    expect(await countOf('templates')).toBe(1)
  })

  test('a caller’s stored answers have four million characters', async () => {
    await someKeys(1, ann, MOST.characters)
    await add()
    expect(await add()).toMatchObject({ status: 409, body: { code: 'already_done' } })
    expect(await countOf('templates')).toBe(1)
  })
})

describe('while the database takes no writes', () => {
  beforeEach(async () => {
    await pool.query(
      `create function refuse_keys() returns trigger language plpgsql as $$ begin raise exception 'full' using errcode = '53100'; end $$`,
    )
    await pool.query('create trigger refuse_keys before insert on idempotency_keys execute function refuse_keys()')
  })
  afterEach(() => pool.query('drop function refuse_keys cascade'))

  test('a teacher signs in with a key as without', async () => {
    const login = await call('POST', '/api/auth/login', { body: { email: ann.email, password: ann.password }, headers: KEY })
    expect(login.status).toBe(200)
  })

  test('a request whose answer was stored before gets it', async () => {
    await pool.query('alter table idempotency_keys disable trigger refuse_keys')
    const first = await add()
    await pool.query('alter table idempotency_keys enable trigger refuse_keys')
    expect((await add()).body).toEqual(first.body)
    expect(await countOf('templates')).toBe(1)
  })
})

describe('a call', () => {
  const trial = contract({
    follow: {
      method: 'POST',
      path: '/api/trial/follow',
      access: 'public',
      summary: 'Counts to 20,000.',
      description: 'Returns an event for each number.',
      stream: 'text/event-stream',
      reply: z.object({ number: z.number(), filler: z.string() }),
    },
    tryOut: {
      method: 'POST',
      path: '/api/trial/out',
      access: 'public',
      summary: 'Fails.',
      description: 'Fails as the test wants.',
      reply: z.object({ runs: z.number() }),
      refuses: ['taken'],
    },
  })
  const EVENTS = 20_000
  let runs = 0
  let error: Error | undefined
  let own: Awaited<ReturnType<typeof buildApp>>
  beforeEach(async () => {
    runs = 0
    error = undefined
    own = await buildApp({ db, keys, clock, logger: false, config })
    const once = onceForEachKey({ db, keys, clock })
    const nobody = async () => undefined
    const downloads = { offer: () => undefined, link: async () => ({ address: '' }) }
    serve({ app: own, db, clock, limits: makeSharedLimits(), services: {}, identify: nobody, downloads, once }, trial, {
      tryOut: async () => {
        runs++
        if (error) throw error
        return { runs }
      },
      follow: async () => {
        runs++
        async function* numbers() {
          for (let number = 1; number <= EVENTS; number++) yield { number, filler: 'x'.repeat(1000) }
        }
        return numbers()
      },
    })
  })
  afterEach(() => own.close())
  const tryOut = async () => (await own.inject({ method: 'POST', url: '/api/trial/out', headers: KEY })).json()

  test.each([
    ['a refusal', new Refused('taken')],
    ['a full disk', Object.assign(new Error('full'), { code: '53100' })],
  ])('runs again after %s, because nothing was done', async (_, reason) => {
    error = reason
    await tryOut()
    error = undefined
    expect(await tryOut()).toEqual({ runs: 2 })
  })

  test.each([
    ['an unexpected error', new Error('a bug')],
    ['the loss of the database', Object.assign(new Error('lost'), { code: '57P01' })],
  ])('never runs again after %s, because it may have been done', async (_, reason) => {
    error = reason
    await tryOut()
    error = undefined
    minutesLater(2)
    expect(await tryOut()).toMatchObject({ code: 'outcome_unknown' })
    expect(runs).toBe(1)
  })

  test('that streams keeps its last event, although its client reads no further than the first', async () => {
    const address = await own.listen({ host: '127.0.0.1', port: 0 })
    const follow = () => fetch(`${address}/api/trial/follow`, { method: 'POST', headers: KEY })
    const left = await follow()
    await left.body?.getReader().cancel()
    await expect.poll(async () => (await follow()).status).toBe(200)
    const again = await (await follow()).text()
    expect(again.match(/"number":\d+/g)).toEqual([`"number":${EVENTS}`])
    expect(runs).toBe(1)
  })
})
