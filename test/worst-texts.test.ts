/** Tests the most expensive known input in every text field. No call may block the others. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aWriter } from '#server/features/writing/samples.ts'
import { sampleOf } from '#server/lib/http/examples.ts'
import type { Ai } from '#server/lib/integrations/ai.ts'
import { type ApiRoute, addressOf, apiRoutesOf, textsIn, withValue } from './api-routes.ts'
import { clock, config, db, keys } from './app.ts'
import { blockedBy } from './cpu.ts'

/** The longest acceptable wait. Before the server checked lengths first, a million combining marks took 45 seconds. */
const LONGEST_MS = 1000

const MEGABYTE = 1_000_000
const upTo = (length: number, part: string) => part.repeat(Math.floor(length / part.length))
const WORST: Record<string, string> = {
  'a megabyte of combining marks': `e${upTo(MEGABYTE, '\u0301\u0323')}`,
  'combining marks as long as a lesson may be': `e${upTo(190_000, '\u0301\u0323')}`,
  'combining marks in tens of thousands of short runs': upTo(190_000, `e${'\u0301'.repeat(30)}`),
  'combining marks as entities': upTo(190_000, '&#769;&#803;'),
  'tags that never close': upTo(190_000, '<b>'),
  'lists in lists': upTo(190_000, '<ul><li>'),
  'paragraphs without end': upTo(190_000, '<p>'),
  'elements side by side': upTo(190_000, '<b></b>'),
  'a style without end': `<p style="${upTo(190_000, 'color:red;')}">`,
  'angle brackets': upTo(190_000, '<'),
  'a word of a megabyte': upTo(MEGABYTE, 'a'),
  'a number of a megabyte': upTo(MEGABYTE, '9'),
  'an e-mail address of a megabyte': `${upTo(MEGABYTE, 'a.')}@${upTo(1000, 'b-.')}`,
}
const SMALL_LIMIT = 8 * 1024

/** A minimal AI service. */
const ai: Ai = {
  host: 'ai.example',
  async *write() {
    yield { kind: 'text', text: 'Yes' }
    yield { kind: 'used', tokens: 9 }
  },
}
const app = await buildApp({ db, keys, clock, logger: false, config, services: { ai } })
afterAll(() => app.close())

let token = ''
const signIn = async () => {
  token = (await aWriter(db)).token
}
beforeEach(signIn)

const routes = apiRoutesOf(app).filter(({ parts }) => parts.body && textsIn(parts.body).length > 0)

const fields = routes.flatMap((route) => textsIn(route.parts.body ?? {}).map((way) => ({ route, way })))

test('the fields are found', () => {
  expect(routes.length).toBeGreaterThan(15)
  expect(fields.length).toBeGreaterThan(60)
})

const send = async (route: ApiRoute, payload: unknown): Promise<number> => {
  const headers = { authorization: `Bearer ${token}` }
  return (await app.inject({ method: route.method, url: addressOf(route), headers, payload: payload as object })).statusCode
}

/** One input for code that normalizes text, and one for code that parses it. */
const IN_EVERY_RUN = ['combining marks as long as a lesson may be', 'lists in lists']
const [always, atFullSize] = [true, false].map((isAlways) =>
  Object.entries(WORST).filter(([name]) => IN_EVERY_RUN.includes(name) === isAlways),
)

const isAnsweredInTime = async (_: string, worst: string) => {
  const slow: string[] = []
  for (const { route, way } of fields) {
    const name = `${route.method} ${route.url} ${way.join('.')}`
    const payload = withValue(sampleOf(route.parts.body ?? {}), way, worst)
    const { result: status, blockedMs } = await blockedBy(() => send(route, payload))
    // Services that aren't configured may respond with a 5xx status.
    if (!/google|oidc|billing|checkout/.test(route.url)) expect(status, name).toBeLessThan(500)
    if (route.access !== 'public') expect(status, name).not.toBe(401)
    // Some successful calls delete the account or end the session.
    if (status === 200 && route.access === 'account') await signIn()
    if (blockedMs > LONGEST_MS) slow.push(`${name}: ${blockedMs} ms`)
  }
  expect(slow).toEqual([])
}
const IN_TIME = '%s, in any text of any call, is answered in time and breaks nothing'
test.each(always ?? [])(IN_TIME, isAnsweredInTime)
test.each(atFullSize ?? [])(IN_TIME, { tags: ['full'] }, isAnsweredInTime)

test('many texts, each short enough to be cleaned at once, are not cleaned in one go', async () => {
  await signIn()
  const description = upTo(19_900, '<b>a</b>')
  const timeBlocks = Array.from({ length: 90 }, (_, number) => ({
    name: `${number}`,
    title: 'Math',
    description,
    startTime: '08:00',
    endTime: '09:00',
  }))
  const headers = { authorization: `Bearer ${token}` }
  const call = async () => (await app.inject({ method: 'POST', url: '/api/templates/import', headers, payload: { timeBlocks } })).statusCode
  const { result: status, blockedMs } = await blockedBy(call)
  expect(status).toBe(200)
  expect(blockedMs).toBeLessThan(LONGEST_MS)
})

test('an unauthenticated caller may send only a few kilobytes', async () => {
  const open = routes.filter(({ access }) => access === 'public')
  expect(open.map(({ url }) => url).sort()).toEqual([
    '/api/auth/exchange',
    '/api/auth/forgot-password',
    '/api/auth/guest',
    '/api/auth/join',
    '/api/auth/login',
    '/api/auth/register',
    '/api/auth/reset-password',
    '/api/mail/confirm',
    '/api/mail/confirm-office',
    '/s/:token/report',
    '/s/:token/report/:id',
  ])
  // A substitute's report may be as long as a signed-in caller's texts.
  for (const { method, url } of open.filter(({ url }) => !url.startsWith('/s/'))) {
    // Uses an IP address that hasn't made requests yet.
    const reply = await app.inject({ method, url, payload: { email: 'a'.repeat(SMALL_LIMIT), password: 'x' }, remoteAddress: '192.0.2.77' })
    expect([url, reply.statusCode, reply.json().code]).toEqual([url, 413, 'too_large'])
  }
})

test('a call without lessons must be small', async () => {
  const password = 'x'.repeat(64 * 1024)
  const headers = { authorization: `Bearer ${token}` }
  const reply = await app.inject({ method: 'POST', url: '/api/user/delete', headers, payload: { password } })
  expect(reply.statusCode).toBe(413)
})
