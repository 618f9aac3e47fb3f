/** AI writing through the API, with a stand-in provider. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aBlock, aDay } from '#server/features/calendar/samples.ts'
import { aClass } from '#server/features/classes/samples.ts'
import { sealNotes } from '#server/features/people/policy.ts'
import { updateUser } from '#server/features/people/queries.ts'
import { openOpenAi } from '#server/lib/integrations/open-ai.ts'
import type { AiEvent } from '#shared/writing/contract.ts'
import { call as callUnset, clock, config, db, doJob, keys, pool, setClock, unnamedRefusals } from '#test/app.ts'
import { type AiStandIn, startAi } from '#test/world/ai/start.ts'
import type { Trouble } from '#test/world/ai/trouble.ts'
import { releaseTokens } from './jobs.ts'
import { aWriter } from './samples.ts'

const ALLOWANCE = 1_000_000
const DATE = '2026-11-18'
const PROMPT = { prompt: 'Write an outline about fractions' }
const GONE_WRONG = { code: 'unavailable', message: 'Could not generate AI content. Please try again.' }

let standIn: AiStandIn
let app: Awaited<ReturnType<typeof buildApp>>
let address: string
let unnamed: string[]
let ann: Awaited<ReturnType<typeof aWriter>>
beforeAll(async () => {
  standIn = await startAi()
  const services = { ai: openOpenAi({ baseUrl: standIn.baseUrl, apiKey: standIn.key, model: standIn.model }) }
  app = await buildApp({ db, keys, clock, logger: false, config, services })
  unnamed = unnamedRefusals(app)
  address = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app.close()
  await standIn.close()
})
beforeEach(async () => {
  ann = await aWriter(db, { now: clock(), timezone: 'UTC' })
})
afterEach(() => {
  standIn.heal()
  standIn.write(undefined)
  standIn.calls.length = 0
  expect(unnamed.splice(0)).toEqual([])
})

const call = async (method: 'GET' | 'POST', url: string, { token = ann.token, body }: { token?: string; body?: object } = {}) => {
  const reply = await app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(body && { payload: body }) })
  return { status: reply.statusCode, body: reply.json() }
}
const generate = (body: object = PROMPT, token?: string) => call('POST', '/api/ai/generate', { body, ...(token && { token }) })
const preview = async (body: object) => (await call('POST', '/api/ai/preview', { body })).body.messages as { role: string; text: string }[]
const status = async () => (await call('GET', '/api/ai/status')).body
const months = async () => (await pool.query(`select month, used::int, reserved::int from ai_months where user_id = $1`, [ann.userId])).rows
const answers = async () => (await pool.query('select used, reserved, settled_at from ai_answers where user_id = $1', [ann.userId])).rows
/** Leaves Ann with this many tokens for the month. */
const leave = (tokens: number) =>
  pool.query(
    `insert into ai_months (user_id, month, allowance, used) values ($1, '2026-11', ${ALLOWANCE}, $2)
     on conflict (user_id, month) do update set used = excluded.used`,
    [ann.userId, ALLOWANCE - tokens],
  )

/** Requests a stream. Aborting `signal` disconnects the client. */
const open = (body: object, signal?: AbortSignal) =>
  fetch(`${address}/api/ai/generate/stream`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
/** Returns a stream's events, up to its end or to `most` events. */
const read = async (response: Response, most = Number.POSITIVE_INFINITY) => {
  const events: AiEvent[] = []
  let rest = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (rest + chunk).split('\n\n')
    rest = lines.pop() ?? ''
    events.push(...lines.map((line) => JSON.parse(line.replace(/^data: /, '')) as AiEvent))
    if (events.length >= most) break
  }
  return events
}
const markdownOf = (events: AiEvent[]) => events.map((event) => (event.kind === 'text' ? event.text : '')).join('')

describe('an answer', () => {
  test('is lesson HTML that matches the prompt, and costs what the provider counted', async () => {
    const { status: code, body } = await generate()
    expect(code).toBe(200)
    expect(body.content).toContain('<h3>Objective</h3>\n<p>Students explain <strong>what they did</strong> and why it works.</p>')
    expect(body.content).toContain('<ol>\n<li>Work in pairs.</li>')
    const [made] = standIn.calls
    const used = (made?.asked ?? 0) + (made?.written ?? 0)
    expect(await months()).toEqual([{ month: '2026-11', used, reserved: 0 }])
    expect(await answers()).toMatchObject([{ used, settled_at: clock() }])
    expect(await status()).toEqual({ hasAccess: true, tokensAllowance: ALLOWANCE, tokensUsed: used, tokensRemaining: ALLOWANCE - used })
  })

  test('can be streamed, with the same result', async () => {
    const response = await open(PROMPT)
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const events = await read(response)
    expect(events.length).toBeGreaterThan(10)
    expect(markdownOf(events)).toMatch(/^## .*\n\n### Objective/)
    expect(events.at(-1)).toEqual({ kind: 'done', content: (await generate()).body.content })
  })

  test('reaches its reader before the rest is written', async () => {
    standIn.trouble({ kind: 'silent', after: 3 })
    const stop = new AbortController()
    const events = await read(await open(PROMPT, stop.signal), 3)
    expect(markdownOf(events)).toHaveLength(12)
    stop.abort()
    await expect.poll(() => standIn.calls[0]?.isLeft).toBe(true)
  })

  test('never contains scripts, images, frames, or anything that covers the page', async () => {
    standIn.trouble({ kind: 'scripts' })
    const { content } = (await generate()).body
    const tags = [...content.matchAll(/<([^>]*)>/g)].map(([, tag]) => tag.replace(/^\//, ''))
    expect(new Set(tags)).toEqual(
      new Set([
        'h2',
        'p',
        'pre',
        'code',
        'a href="https://school.example/" title="fine" target="_blank" rel="noopener noreferrer nofollow"',
        'a',
      ]),
    )
    expect((await read(await open(PROMPT))).at(-1)).toEqual({ kind: 'done', content })
  })

  test('contains nothing that couldn’t be saved: no NUL, no lone surrogates, no endless marks', async () => {
    standIn.write(`One\0two \uD800 e${'\u0301'.repeat(60)}`)
    const { content } = (await generate()).body
    expect(
      (await callUnset('POST', '/api/calendar', { token: ann.token, body: { date: DATE, blocks: [aBlock({ description: content })] } }))
        .status,
    ).toBe(201)
  })
})

describe('the provider’s input', () => {
  const lesson = { title: 'Math', date: DATE, startTime: '09:00', endTime: '09:45', html: '<p>Half &amp; half</p><ul><li>Pizza</li></ul>' }

  test('can be previewed exactly, at no cost', async () => {
    const asked = { ...PROMPT, responseStyle: 'BRIEF', lesson }
    expect((await call('POST', '/api/ai/preview', { body: asked })).body.to).toBe(new URL(standIn.baseUrl).host)
    const shown = await preview(asked)
    expect([standIn.calls, await months()]).toEqual([[], []])
    await generate(asked)
    expect(standIn.calls[0]?.question.messages).toEqual(shown.map(({ role, text }) => ({ role, content: text })))
  })

  test('contains the current lesson as plain text, the style, the instructions, and the prompt', async () => {
    await call('GET', '/api/user')
    await updateUser(db, ann.userId, {
      aiCustomInstructions: 'Grade 4, short sentences.',
      displayName: 'Maya Rivera',
      ...sealNotes(keys, ann.userId, { studentNotes: 'Sam has asthma.', emergencyProcedures: 'Flagpole' }),
    })
    const [system, user] = await preview({ ...PROMPT, responseStyle: 'BRIEF', lesson })
    expect(system).toMatchObject({
      role: 'system',
      text: expect.stringMatching(/Be brief[\s\S]*The teacher's standing instructions:\nGrade 4, short sentences\.$/),
    })
    expect(user?.text).toBe(
      "The lesson:\nTitle: Math\nDate: Wednesday, November 18, 2026\nTime: 09:00 to 09:45 (45 minutes)\nText so far:\nHalf & half\nPizza\n\nThe teacher's request:\n\nWrite an outline about fractions",
    )
    expect(JSON.stringify([system, user])).not.toMatch(/asthma|Rivera|Flagpole|@/)
    expect(JSON.stringify([system, user])).not.toContain(ann.userId)
    expect((await preview(PROMPT))[0]?.text).toContain('Be detailed')
  })

  test('contains, if checked, the teacher’s own last lesson with the same title and the day’s other lessons', async () => {
    const ben = await aTeacher(db, { now: clock() })
    await aDay(db, { owner: ben.userId, date: DATE, blocks: [aBlock({ title: 'Secret' })] })
    await aDay(db, { owner: ben.userId, date: '2026-11-17', blocks: [aBlock({ title: 'Math', description: '<p>Secret</p>' })] })
    await aDay(db, {
      owner: ann.userId,
      date: '2026-11-10',
      blocks: [aBlock({ title: ' math ', description: '<p>Thirds</p>', startTime: '10:00', endTime: '10:30' })],
    })
    await aDay(db, { owner: ann.userId, date: '2026-11-12', blocks: [aBlock({ title: 'Math club', description: '<p>Chess</p>' })] })
    await aDay(db, { owner: ann.userId, date: '2026-11-20', blocks: [aBlock({ title: 'Math', description: '<p>Later</p>' })] })
    const reading = aBlock({ title: 'Reading', description: '<p>Chapter 3</p>', startTime: '08:00', endTime: '08:45' })
    await aDay(db, { owner: ann.userId, date: DATE, blocks: [aBlock({ title: 'Math', startTime: '09:00', endTime: '09:45' }), reading] })
    const [, plain] = await preview({ ...PROMPT, lesson })
    expect(plain?.text).not.toMatch(/Thirds|Reading/)
    const [, user] = await preview({ ...PROMPT, lesson: { ...lesson, withLastLesson: true, withDay: true } })
    expect(user?.text).toContain(
      'The last lesson of this class:\nDate: Tuesday, November 10, 2026\nTime: 10:00 to 10:30 (30 minutes)\nThirds\n\nOther lessons that day:\n- 08:00 to 08:45: Reading\n\nThe teacher',
    )
    expect(user?.text).not.toMatch(/Secret|Chess|Later|Chapter/)
  })

  test('names the class and its room, and takes the last lesson of the class, whatever its title', async () => {
    const { id: classId } = await aClass(db, { owner: ann.userId, name: 'Algebra', room: 'Room 12' })
    const ben = await aTeacher(db, { now: clock() })
    const { id: other } = await aClass(db, { owner: ben.userId, name: 'Secret club' })
    await aDay(db, { owner: ann.userId, date: '2026-11-10', blocks: [aBlock({ title: 'Thirds', description: '<p>Strips</p>', classId })] })
    await aDay(db, { owner: ann.userId, date: '2026-11-12', blocks: [aBlock({ title: 'Math', description: '<p>Chess</p>' })] })
    await aDay(db, { owner: ann.userId, date: '2026-11-13', blocks: [aBlock({ title: 'Quarters', description: '', classId })] })
    const [, user] = await preview({ ...PROMPT, lesson: { ...lesson, classId, withLastLesson: true } })
    expect(user?.text).toContain('The lesson:\nClass: Algebra (Room 12)\nTitle: Math')
    expect(user?.text).toContain('The last lesson of this class:\nDate: Tuesday, November 10, 2026')
    const [, others] = await preview({ ...PROMPT, lesson: { ...lesson, classId: other, withLastLesson: true } })
    expect(others?.text).not.toMatch(/Class:|Secret|Chess/)
  })

  test('is truncated for very long lessons', async () => {
    const [, user] = await preview({ ...PROMPT, lesson: { ...lesson, html: `<p>${'水'.repeat(199_000)}</p>` } })
    expect(user?.text.length).toBeLessThan(8_500)
    expect(user?.text).toContain('… (continued)')
    expect((await generate({ ...PROMPT, lesson: { ...lesson, html: `<p>${'水'.repeat(199_000)}</p>` } })).status).toBe(200)
  })

  test.each([
    ['an empty prompt', { prompt: '  ' }, 422],
    ['none', {}, 400],
    ['10 kB', { prompt: 'x'.repeat(10_000) }, 413],
    ['a NUL', { prompt: 'a\0b' }, 400],
    ['endless marks', { prompt: `e${'\u0301'.repeat(40)}` }, 400],
    ['a lesson that is too long', { ...PROMPT, lesson: { html: 'x'.repeat(200_001) } }, 413],
    ['a style that is not there', { ...PROMPT, responseStyle: 'LOUD' }, 400],
  ])('is never %s', async (_, body, code) => {
    expect((await generate(body)).status).toBe(code)
    expect((await open(body)).status).toBe(code)
    expect(standIn.calls).toEqual([])
  })
})

describe('AI doesn’t write for a teacher', () => {
  const NOT_INCLUDED = { code: 'not_allowed', message: 'Your subscription does not include AI. Upgrade today in your account settings.' }
  const refusals = async (token: string) => [
    (await generate(PROMPT, token)).body,
    (await call('POST', '/api/ai/generate/stream', { body: PROMPT, token })).body,
    (await call('POST', '/api/ai/preview', { body: PROMPT, token })).body,
  ]

  test('without an add-on, or with one that has ended', async () => {
    const ben = await aTeacher(db, { now: clock() })
    expect(await refusals(ben.token)).toEqual([NOT_INCLUDED, NOT_INCLUDED, NOT_INCLUDED])
    await pool.query(`update subscriptions set ai_ends_at = $1`, [clock()])
    expect(await refusals(ann.token)).toEqual([NOT_INCLUDED, NOT_INCLUDED, NOT_INCLUDED])
    expect((await status()).hasAccess).toBe(false)
  })

  test('who is a guest', async () => {
    const { body: guest } = await callUnset('POST', '/api/auth/guest', { body: { timezone: 'UTC' } })
    await pool.query('update subscriptions set ai_feature_flag = true')
    expect(await refusals(guest.token)).toEqual([NOT_INCLUDED, NOT_INCLUDED, NOT_INCLUDED])
  })

  test('if no provider is set up', async () => {
    expect((await callUnset('POST', '/api/ai/generate', { token: ann.token, body: PROMPT })).body).toMatchObject({
      code: 'not_configured',
      message: 'AI isn’t available here.',
    })
    expect((await callUnset('GET', '/api/ai/status', { token: ann.token })).body).toMatchObject({ hasAccess: false })
  })
})

describe('the allowance', () => {
  test('ends with the message from the specification', async () => {
    await leave(100)
    expect((await generate()).body).toEqual({
      code: 'ai_used_up',
      message: "You're out of monthly AI credits. Add more credits in your account settings.",
    })
    expect((await open(PROMPT)).status).toBe(422)
    expect(standIn.calls).toEqual([])
  })

  test('resets at the start of the month in the teacher’s time zone', async () => {
    setClock('2026-12-01T04:00:00Z')
    ann = await aWriter(db, { now: clock(), timezone: 'America/New_York' })
    await leave(100)
    expect((await generate()).status).toBe(422)
    setClock('2026-12-01T06:00:00Z')
    expect((await generate()).status).toBe(200)
    expect((await months()).map(({ month }) => month)).toEqual(['2026-11', '2026-12'])
  })

  test('shortens the last answer to the remaining tokens', async () => {
    await leave(3_000)
    standIn.write('word '.repeat(10_000))
    expect((await generate()).body.content).toMatch(/^<p>(word ){100,}/)
    expect(standIn.calls[0]?.question.max_tokens).toBeLessThan(2_600)
    const { tokensRemaining } = await status()
    expect(tokensRemaining).toBeGreaterThanOrEqual(0)
    expect(tokensRemaining).toBeLessThan(1_500)
  })

  test('isn’t exceeded even if the provider counts more than allowed', async () => {
    standIn.trouble({ kind: 'overcounted' })
    expect((await generate()).status).toBe(200)
    const [{ used, reserved }] = await answers()
    expect(used).toBe(reserved)
  })

  test('charges our own estimate if the provider counts nothing, which is never too low', async () => {
    standIn.trouble({ kind: 'uncounted' })
    await generate()
    const [{ used }] = await answers()
    const [made] = standIn.calls
    expect(used).toBeGreaterThan((made?.asked ?? 0) + (made?.written ?? 0))
  })

  test('allows two answers at once', { tags: ['engine'] }, async () => {
    standIn.trouble({ kind: 'silent', after: 3 })
    const stop = new AbortController()
    await Promise.all([open(PROMPT, stop.signal), open(PROMPT, stop.signal)])
    await expect.poll(() => standIn.calls.length).toBe(2)
    expect(await generate()).toMatchObject({ status: 429, body: { code: 'too_many' } })
    stop.abort()
    await expect.poll(async () => (await months())[0]?.reserved).toBe(0)
    standIn.heal()
    expect((await generate()).status).toBe(200)
  })

  test('recovers reservations of a crashed server: by the job, or right away if needed', { tags: ['engine'] }, async () => {
    await leave(29_500)
    const died = () =>
      pool.query(
        `with died as (update ai_months set reserved = reserved + 29000 where user_id = $1)
         insert into ai_answers (user_id, month, reserved, started_at, expires_at) values ($1, '2026-11', 29000, $2, $3)`,
        [ann.userId, clock(), new Date(clock().getTime() + 300_000)],
      )
    await died()
    expect((await generate()).body.code).toBe('ai_used_up')
    setClock('2026-11-18T14:06:00Z')
    expect((await generate()).status).toBe(200)
    await died()
    setClock('2026-11-18T14:12:00Z')
    await doJob(releaseTokens)
    expect(await months()).toMatchObject([{ reserved: 0 }])
  })
})

describe('when the provider', () => {
  test.each<Trouble>([{ kind: 'down' }, { kind: 'error' }, { kind: 'limited' }, { kind: 'garbage' }])(
    'is in trouble ($kind), the teacher is told, and pays nothing',
    async (trouble) => {
      standIn.trouble({ ...trouble, ms: 0 })
      expect((await generate()).body).toEqual(GONE_WRONG)
      expect(await read(await open(PROMPT))).toEqual([{ kind: 'failed', content: '' }])
      expect(await months()).toMatchObject([{ used: 0, reserved: 0 }])
    },
  )

  test.each<Trouble['kind']>(['cut', 'garbled', 'failing'])(
    'breaks off in the middle (%s), what has come can be kept and is paid for',
    async (kind) => {
      standIn.trouble({ kind, after: 20 })
      const events = await read(await open(PROMPT))
      expect(events.at(-1)).toMatchObject({ kind: 'failed', content: expect.stringContaining('<h2>') })
      const [{ used, reserved }] = await months()
      expect([used > 20, reserved]).toEqual([true, 0])
      expect((await generate()).body).toEqual(GONE_WRONG)
    },
  )

  test('is slow, a teacher who disconnects stops it and is charged for the partial answer', async () => {
    for (const leave of ['stream', 'whole'] as const) {
      standIn.trouble({ kind: 'silent', after: 20 })
      const stop = new AbortController()
      const headers = { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' }
      const gone =
        leave === 'stream'
          ? open(PROMPT, stop.signal).then(read)
          : fetch(`${address}/api/ai/generate`, { method: 'POST', headers, body: JSON.stringify(PROMPT), signal: stop.signal })
      const left = gone.catch(() => 'left')
      await expect.poll(() => standIn.calls.at(-1)?.written).toBe(20)
      stop.abort()
      expect(await left).toBe('left')
      await expect.poll(() => standIn.calls.at(-1)?.isLeft).toBe(true)
      await expect.poll(async () => (await months())[0]?.reserved).toBe(0)
    }
    expect((await answers()).every(({ used }) => used > 20)).toBe(true)
  })
})

describe('with an Idempotency-Key, an answer that the teacher disconnected from', () => {
  const leave = async (url: string) => {
    standIn.trouble({ kind: 'silent', after: 20 })
    const headers = { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json', 'idempotency-key': 'key-of-an-answer' }
    const send = (signal?: AbortSignal) =>
      fetch(`${address}${url}`, { method: 'POST', headers, body: JSON.stringify(PROMPT), ...(signal && { signal }) })
    const stop = new AbortController()
    const left = send(stop.signal)
      .then(read)
      .catch(() => 'left')
    await expect.poll(() => standIn.calls.at(-1)?.written).toBe(20)
    stop.abort()
    expect(await left).toBe('left')
    await expect.poll(async () => (await months())[0]?.reserved).toBe(0)
    standIn.heal()
    return send
  }

  test('is read again as far as it was paid for, and isn’t written again', async () => {
    const send = await leave('/api/ai/generate/stream')
    await expect.poll(async () => (await send()).status).toBe(200)
    const [{ used }] = await months()
    expect(await read(await send())).toEqual([{ kind: 'failed', content: expect.stringContaining('<h2>') }])
    expect([standIn.calls.length, (await months())[0].used]).toEqual([1, used])
  })

  test('isn’t written again if it was to come as a whole', async () => {
    const send = await leave('/api/ai/generate')
    setClock('2026-11-18T14:16:00Z')
    const again = await send()
    expect([again.status, (await again.json()).code]).toEqual([409, 'outcome_unknown'])
    expect(standIn.calls).toHaveLength(1)
  })
})

test('a server that stops ends its answers and settles them', async () => {
  const services = { ai: openOpenAi({ baseUrl: standIn.baseUrl, apiKey: standIn.key, model: standIn.model }) }
  const stopping = await buildApp({ db, keys, clock, logger: false, config, services })
  const base = await stopping.listen({ host: '127.0.0.1', port: 0 })
  standIn.trouble({ kind: 'silent', after: 10 })
  const headers = { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' }
  const ask = (url: string) => fetch(base + url, { method: 'POST', headers, body: JSON.stringify(PROMPT) })
  const replies = [ask('/api/ai/generate'), ask('/api/ai/generate/stream')]
  await expect.poll(() => standIn.calls.map(({ written }) => written)).toEqual([10, 10])
  const began = Date.now()
  await stopping.close()
  expect(Date.now() - began).toBeLessThan(30_000)
  const [whole, stream] = await Promise.all(replies)
  expect(whole?.status).toBe(503)
  expect((await read(stream as Response)).at(-1)).toMatchObject({ kind: 'failed' })
  expect(await months()).toMatchObject([{ reserved: 0 }])
})

describe('when AI is free for everyone', () => {
  const services = () => ({ ai: openOpenAi({ baseUrl: standIn.baseUrl, apiKey: standIn.key, model: standIn.model }) })
  const ask = (server: typeof app, token: string, method: 'GET' | 'POST', url: string, payload?: object) =>
    server.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) })
  const forEverybody = (more: object = {}) =>
    buildApp({ db, keys, clock, logger: false, config: { ...config, isAiForEverybody: true, ...more }, services: services() })

  test.each([{ isFree: false }, { isFree: true }])('a teacher without the add-on has its tokens (%o)', async (more) => {
    const server = await forEverybody(more)
    const { token } = await aTeacher(db, { now: clock() })
    expect((await ask(server, token, 'GET', '/api/user')).json().aiFeatureFlag).toBe(true)
    expect((await ask(server, token, 'POST', '/api/ai/generate', PROMPT)).statusCode).toBe(200)
    const { hasAccess, tokensAllowance, tokensUsed } = (await ask(server, token, 'GET', '/api/ai/status')).json()
    expect({ hasAccess, tokensAllowance }).toEqual({ hasAccess: true, tokensAllowance: ALLOWANCE })
    expect(tokensUsed).toBeGreaterThan(0)
    await server.close()
  })

  test('a teacher who has used up the month isn’t told to buy more', async () => {
    const server = await forEverybody()
    await leave(10)
    const reply = await ask(server, ann.token, 'POST', '/api/ai/generate', PROMPT)
    expect(reply.json()).toMatchObject({ code: 'ai_used_up', message: 'You’ve used all your AI credits for this month.' })
    await server.close()
  })

  test('a guest and a teacher whose trial has ended can’t use it', async () => {
    const server = await forEverybody()
    const guest = (await server.inject({ method: 'POST', url: '/api/auth/guest', payload: {} })).json()
    expect(guest.user.aiFeatureFlag).toBe(false)
    expect((await ask(server, guest.token, 'POST', '/api/ai/generate', PROMPT)).statusCode).toBe(403)
    const { token } = await aTeacher(db, { now: clock() })
    await pool.query(`update subscriptions set free_trial_started = '2026-11-01T14:00:00Z'`)
    expect((await ask(server, token, 'POST', '/api/ai/generate', PROMPT)).json().code).toBe('subscription_needed')
    await server.close()
  })
})
