/** Looks for secrets and encrypted texts in everything that a server leaves behind, in plain and in all usual encodings. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type Canary, filesIn, findCanaries } from '#test/canaries/search.ts'
import { runCommand } from '#test/commands.ts'
import { type RunningServer, startServer } from '#test/server.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-canaries-'))
let server: RunningServer | undefined
afterEach(async () => {
  await server?.end('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_canary-of-stripe-secret',
  STRIPE_WEBHOOK_SECRET: 'whsec_canary-of-stripe-webhook',
  STRIPE_PRICE_MONTHLY: 'price_monthly',
  STRIPE_PRICE_YEARLY: 'price_yearly',
}

test('no secret and no encrypted text is in the data folder, a backup, the log, an error or the build', async () => {
  const env = { DATA_DIR: path.join(folder, 'data'), BACKUP_DIR: path.join(folder, 'backups'), LOG_LEVEL: 'trace', ...STRIPE }
  server = await startServer(env)
  const { call, origin } = server
  const errors: string[] = []
  const canaries: Canary[] = Object.entries(STRIPE).flatMap(([kind, text]) => (kind.startsWith('STRIPE_PRICE') ? [] : [{ kind, text }]))
  /** Returns a text that is nowhere else. */
  const mark = (kind: string): string => {
    const text = `canary of ${kind} ${crypto.randomUUID()}`
    canaries.push({ kind, text })
    return text
  }
  const ask = async (method: string, path: string, options?: Parameters<RunningServer['call']>[2]) => {
    const reply = await call(method, path, options)
    if (reply.status >= 400) errors.push(JSON.stringify(reply.body))
    return reply as { status: number; body: never }
  }

  const email = 'ann@school.example'
  const password = mark('password')
  const signedUp = await ask('POST', '/api/auth/register', { body: { email, password, timezone: 'UTC' } })
  const { token } = signedUp.body as { token: string }
  canaries.push({ kind: 'session token', text: token })
  await ask('POST', '/api/auth/login', { body: { email, password: mark('wrong password') } })
  await ask('POST', '/api/auth/login', { body: { email, password: { password } } })
  await ask('GET', '/api/user', { token: mark('unknown token').replaceAll(' ', '-') })

  const notes = ['emergencyProcedures', 'studentNotes', 'substituteInstructions']
  for (let save = 0; save < 3; save++) {
    const body = Object.fromEntries(notes.map((name) => [name, `<p>${mark(name)}</p>`]))
    expect((await ask('PATCH', '/api/user', { token, body })).status).toBe(200)
    const stale = { ...body, studentNotes: `<p>${mark('stale note')}</p>`, knownNotes: { studentNotes: mark('known note') } }
    expect((await call('PATCH', '/api/user', { token, body: stale })).status).toBe(409)
    await ask('PATCH', '/api/user', { token, body: { ...body, unknownField: mark('refused note') } })
  }

  const today = new Date().toISOString().slice(0, 10)
  const link = await ask('POST', '/api/sub-links', { token, body: { dates: [today], include: { studentNotes: true } } })
  expect(link.status).toBe(201)
  const linkToken = (link.body as { url: string }).url.split('/s/')[1] ?? ''
  canaries.push({ kind: 'address of a link', text: linkToken })
  expect(await (await fetch(`${origin}/s/${linkToken}`)).text()).toContain('canary of studentNotes')
  const report = {
    name: mark('name of a substitute'),
    lessons: [],
    absent: [mark('absent')],
    incidents: mark('incidents'),
    note: mark('note of a report'),
  }
  const reported = await fetch(`${origin}/s/${linkToken}/report`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(report),
  })
  expect(reported.status).toBe(201)
  const feed = await ask('POST', '/api/feeds', { token, body: { include: { text: false, notes: false } } })
  canaries.push({ kind: 'address of a calendar', text: /\/calendar\/(.*)\.ics/.exec((feed.body as { url: string }).url)?.[1] ?? '' })
  await fetch(`${origin}/api/billing/webhook`, { method: 'POST', headers: { 'stripe-signature': 't=1,v1=0' }, body: mark('forged event') })
  const changed = { currentPassword: password, newPassword: mark('new password') }
  expect((await ask('POST', '/api/auth/change-password', { token, body: changed })).status).toBe(200)
  expect((await runCommand('backup', [], env)).code).toBe(0)

  // Without the checkpoint of a normal end, everything is in the write-ahead log.
  await server.end('SIGKILL')
  const [log, replies] = [path.join(folder, 'log'), path.join(folder, 'errors')]
  writeFileSync(log, server.printed())
  writeFileSync(replies, errors.join('\n'))
  expect(server.printed()).toContain('"path":"/api/user"')
  expect(errors.length).toBeGreaterThan(5)
  const files = () => [...filesIn(folder), ...filesIn('dist').filter((file) => !file.endsWith('.map'))]
  // The search finds what is there.
  expect((await findCanaries([{ kind: 'email', text: email }], files())).join('\n')).toContain('pg_wal')
  expect(await findCanaries(canaries, files())).toEqual([])
  server = await startServer(env)
  await server.end('SIGTERM')
  expect(await findCanaries(canaries, files())).toEqual([])
})
