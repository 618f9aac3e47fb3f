/** Rotates the keys beside servers that save meanwhile. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newKey } from '#server/lib/keys/key-ring.ts'
import { runCommand } from '#test/commands.ts'
import { startPostgres } from '#test/postgres.mjs'
import { type RunningServer, startServer } from '#test/server.ts'

let folder: string
const running: RunningServer[] = []
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'firstbell-keys-'))
})
afterEach(async () => {
  for (const server of running.splice(0)) await server.end('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const start = async (env: Record<string, string>): Promise<RunningServer> => {
  const server = await startServer(env)
  running.push(server)
  return server
}

const signUp = async (server: RunningServer, name: string): Promise<string> => {
  const body = { email: `${name}@school.example`, password: 'first-bell', timezone: 'America/New_York' }
  return ((await server.call('POST', '/api/auth/register', { body })).body as { token: string }).token
}

/** Saves notes on servers in turn until the returned function is called, which resolves to the last confirmed one. */
const saving = (servers: RunningServer[], token: string): (() => Promise<string>) => {
  let isStopping = false
  const loop = async (): Promise<string> => {
    let last = ''
    for (let count = 1; !isStopping; count++) {
      const studentNotes = `<p>Note ${count}</p>`
      const server = servers[count % servers.length] as RunningServer
      const { status, body } = await server.call('PATCH', '/api/user', { token, body: { studentNotes } })
      expect(status).toBe(200)
      expect(body).toMatchObject({ studentNotes, emergencyProcedures: '<p>East door</p>', unreadableNotes: [] })
      last = studentNotes
    }
    return last
  }
  const done = loop()
  return async () => {
    isStopping = true
    return done
  }
}

const prepare = async (servers: RunningServer[]) => {
  const token = await signUp(servers[0] as RunningServer, 'ann')
  await servers[0]?.call('PATCH', '/api/user', { token, body: { emergencyProcedures: '<p>East door</p>' } })
  return { token, stop: saving(servers, token) }
}

test('the keys of an embedded database are rotated by its server, which saves meanwhile, and the older one can be removed', async () => {
  const env = { DATA_DIR: path.join(folder, 'data'), SUBSCRIPTIONS: 'off' }
  const settings = { ...env, BACKUP_DIR: path.join(folder, 'none') }
  const server = await start({ ...env, BACKUP_DIR: path.join(folder, 'none') })
  const { token, stop } = await prepare([server])
  const rotated = await runCommand('keys', ['rotate'], settings)
  expect(rotated.code, rotated.output).toBe(0)
  expect(rotated.output).toMatch(/Added key (\S{8}) to .*\n(?:.*\n)*Key \1 encrypts from now on\.\n(?:.*\n)*.* is no longer needed/)
  const studentNotes = await stop()
  await server.end('SIGTERM')
  const file = path.join(env.DATA_DIR, 'keys')
  writeFileSync(file, readFileSync(file, 'utf8').split(',')[0] ?? '')
  const again = await start(env)
  expect((await again.call('GET', '/api/user', { token })).body).toMatchObject({ studentNotes, emergencyProcedures: '<p>East door</p>' })
})

test('a new key of several servers comes into use once all of them have it, while they save', async () => {
  const postgres = await startPostgres()
  try {
    const [older, newer] = [newKey(), newKey()]
    const base = {
      DATA_DIR: path.join(folder, 'data'),
      BACKUP_DIR: path.join(folder, 'none'),
      SUBSCRIPTIONS: 'off',
      DATABASE_URL: postgres.url,
    }
    const both = { ...base, KEYS: `${newer},${older}` }
    const late = await start({ ...base, KEYS: older })
    const first = await start(both)
    const { token, stop } = await prepare([first, late])
    const early = await runCommand('keys', ['rotate'], both)
    expect(early.code, early.output).toBe(1)
    expect(early.output).toMatch(/These servers don’t have key \S{8}: /)
    await stop()
    await late.end('SIGTERM')
    const second = await start(both)
    const stopAgain = saving([first, second], token)
    const rotated = await runCommand('keys', ['rotate'], both)
    expect(rotated.code, rotated.output).toBe(0)
    expect(rotated.output).toMatch(/is no longer needed/)
    const studentNotes = await stopAgain()
    const alone = await start({ ...base, KEYS: newer })
    expect((await alone.call('GET', '/api/user', { token })).body).toMatchObject({ studentNotes, emergencyProcedures: '<p>East door</p>' })
    await expect(startServer({ ...base, KEYS: older })).rejects.toThrow("it isn't in KEYS")
  } finally {
    for (const server of running.splice(0)) await server.end('SIGKILL')
    await postgres.stop()
  }
}, 300_000)
