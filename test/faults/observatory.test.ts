import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { fillDataDir } from '#test/migrated.ts'
import { observatoryScore } from '#test/observatory.ts'
import { type RunningServer, startServer } from '#test/server.ts'

const PUBLIC_ADDRESS = 'https://plan.school.example'
const CLIENT = 'https://client.example'

let folder: string
let server: RunningServer
let subPage: string
beforeAll(async () => {
  folder = join(mkdtempSync(join(tmpdir(), 'firstbell-observatory-')), 'data')
  await fillDataDir(folder)
  const picker = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret', GOOGLE_API_KEY: 'key', GOOGLE_APP_ID: '1' }
  server = await startServer({ DATA_DIR: folder, HTTPS: 'true', PUBLIC_ADDRESS, ...picker })
  const body = { email: 'maya@school.example', password: 'first-bell' }
  const { token } = (await server.call('POST', '/api/auth/register', { body })).body as { token: string }
  const dates = [addDays(new Date().toISOString().slice(0, 10), 1)]
  const link = await server.call('POST', '/api/sub-links', { token, body: { dates } })
  subPage = (link.body as { url: string }).url.slice(PUBLIC_ADDRESS.length)
})
afterAll(async () => {
  await server?.end('SIGKILL')
  rmSync(join(folder, '..'), { recursive: true, force: true })
})

const visit = async (path: string) => {
  const response = await fetch(server.origin + path, { headers: { origin: CLIENT } })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

const PAGES: [string, () => string][] = [
  ['the landing page', () => '/'],
  ['the planner, which opens for Google’s file picker', () => '/dashboard'],
  ['the terms', () => '/terms'],
  ['a substitute’s page', () => subPage],
]

describe('with HTTPS, Mozilla’s Observatory gives an A+ to', () => {
  test.each(PAGES)('%s', async (_, path) => {
    const { status, headers, html } = await visit(path())
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^text\/html/)
    expect(headers.getSetCookie()).toEqual([])
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(observatoryScore({ headers, html })).toEqual({
      score: 140,
      rules: {
        'content-security-policy': 10,
        'referrer-policy': 5,
        'strict-transport-security': 0,
        scripts: 0,
        'x-content-type-options': 0,
        framing: 5,
        'cross-origin-opener-policy': 10,
        'cross-origin-resource-policy': 10,
        'cross-origin-embedder-policy': 0,
      },
    })
  })

  test('no page that is reached without HTTPS, so the proxy examples redirect', () => {
    const read = (file: string): string => readFileSync(join(import.meta.dirname, '../../deploy', file), 'utf8')
    expect(read('nginx.conf')).toMatch(/listen 80;\s+server_name (\S+);[\s\S]*\s+location \/ \{ return 301 https:\/\/\1\$request_uri; \}/)
    expect(read('Caddyfile')).toMatch(/^http:\/\/plan\.school\.example \{[\s\S]*redir https:\/\/\{host\}\{uri\}/m)
  })
})
