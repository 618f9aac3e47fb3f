import { readFileSync } from 'node:fs'
import { transformWithOxc } from 'vite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const SITE = 'https://firstbell.test'
const DAY_MS = 24 * 60 * 60 * 1000
const POLICY = "script-src 'self' 'nonce-abc'"
/** The app's page as a server sends it that has this script. */
const pageWith = (script: string) =>
  new Response(`<script nonce="abc"></script><script src="/assets/${script}.js"></script>`, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY },
  })
const file = (text: string, type = 'text/javascript') => new Response(text, { headers: { 'content-type': type } })

/** The device's caches, by name. */
const device = new Map<string, Map<string, Response>>()
const pathOf = (address: string | Request) => (typeof address === 'string' ? address : new URL(address.url).pathname)
const open = async (name: string) => {
  const kept = device.get(name) ?? new Map<string, Response>()
  device.set(name, kept)
  return {
    match: async (address: string | Request) => kept.get(pathOf(address))?.clone(),
    put: async (address: string, reply: Response) => void kept.set(address, reply.clone()),
  }
}
const match = async (address: string | Request) => {
  for (const kept of device.values()) if (kept.has(pathOf(address))) return kept.get(pathOf(address))?.clone()
  return undefined
}

const deviceCaches = { open, match, keys: async () => [...device.keys()], delete: async (name: string) => device.delete(name) }

let listeners: Record<string, (event: object) => void> = {}
const registration: { installing?: object } = {}
/** The replies of the server, and what it was asked for. */
const server = { replies: {} as Record<string, () => Response>, asked: [] as string[], running: [] as string[] }

const worker = {
  location: { origin: SITE },
  registration,
  clients: { claim: async () => undefined },
  addEventListener: (name: string, listener: (event: object) => void) => {
    listeners[name] = listener
  },
}
const locks = { query: async () => ({ held: server.running.map((script) => ({ name: `app ${script}` })) }) }
const fetchFromServer = async (address: string | Request): Promise<Response> => {
  const path = (typeof address === 'string' ? address : address.url).replace(SITE, '')
  server.asked.push(path)
  const reply = server.replies[path]?.()
  if (!reply) throw new TypeError('Failed to fetch')
  return reply
}

/** Starts an event of the worker, waits for its work, and returns its reply. */
const happen = async (name: string, event: object = {}): Promise<Response | undefined> => {
  const work: Promise<unknown>[] = []
  let reply: Promise<Response> | undefined
  const respondWith = (one: Promise<Response>) => {
    reply = one
  }
  listeners[name]?.({ ...event, waitUntil: (one: Promise<unknown>) => void work.push(one), respondWith })
  await Promise.all(work)
  return reply
}
const visit = (path: string) => happen('fetch', { request: { method: 'GET', mode: 'navigate', url: SITE + path } })
const load = (path: string) => happen('fetch', { request: { method: 'GET', mode: 'cors', url: SITE + path } })

/** Starts the worker of a version, as the server sends it. Each version has a script of its own and shares the others. */
const startVersion = async (version: string): Promise<void> => {
  const { code } = await transformWithOxc(readFileSync(new URL('app-worker.ts', import.meta.url), 'utf8'), 'app-worker.ts')
  const filled = code
    // A worker has no exports. The build drops the empty one.
    .replace(/export\s*\{\s*\};?/, '')
    .replace('__VERSION__', version)
    .replace('__FILES__', `/assets/${version}.js /assets/same.js`)
    .replace('__ADDRESSES__', '/dashboard /timetable')
  const names = ['self', 'caches', 'navigator', 'fetch']
  new Function(...names, filled)(worker, deviceCaches, { locks }, fetchFromServer)
}

/**
 * Starts a version on the server, and the browser's update. Resolves with whether the browser takes it. If pages are open, the earlier
 * worker stays until they are closed.
 */
const deploy = async (version: string, { isOpen = false } = {}): Promise<boolean> => {
  const earlier = listeners
  listeners = {}
  server.replies = {
    '/dashboard': () => pageWith(version),
    [`/assets/${version}.js`]: () => file(version),
    '/assets/same.js': () => file('same'),
  }
  await startVersion(version)
  const isTaken = await happen('install').then(
    () => true,
    () => false,
  )
  if (isTaken && !isOpen) await happen('activate')
  else listeners = earlier
  return isTaken
}

const filesOf = (version: string) => [...(device.get(`app-files-${version}`)?.keys() ?? [])]
const shown = async (path = '/dashboard?view=day') => /assets\/(\w+)/.exec((await (await visit(path))?.text()) ?? '')?.[1]

beforeEach(() => {
  device.clear()
  Object.assign(server, { asked: [], running: [], replies: {} })
  vi.useFakeTimers({ now: Date.parse('2026-06-10T12:00:00Z'), toFake: ['Date'] })
})
afterEach(() => void vi.useRealTimers())

test('the planner opens without asking the server, with a new nonce in page and policy each time', async () => {
  await deploy('one')
  server.asked = []
  const pages = [await visit('/dashboard?view=day'), await visit('/Timetable/')]
  const nonces = await Promise.all(
    pages.map(async (page) => {
      const [, inPage] = /nonce="([^"]+)"/.exec((await page?.text()) ?? '') ?? []
      expect(page?.headers.get('content-security-policy')).toBe(`script-src 'self' 'nonce-${inPage}'`)
      return inPage
    }),
  )
  expect(new Set([...nonces, 'abc']).size).toBe(3)
  expect(server.asked).toEqual([])
})

test.each(['/api/calendar', '/admin', '/auth', '/dashboard?token=x', '/dashboard?view=day&session_id=x', '/s/abc', '/sw.js'])(
  'the worker leaves %s to the network',
  async (path) => {
    await deploy('one')
    expect([await visit(path), path.startsWith('/dashboard') ? undefined : await load(path)]).toEqual([undefined, undefined])
  },
)

test('a version opens only once it is complete', async () => {
  await deploy('one')
  server.running = ['/assets/one.js']
  server.replies = { '/dashboard': () => pageWith('two') }
  await startVersion('two')
  await expect(happen('install')).rejects.toThrow('Failed to fetch')
  expect(await shown()).toBe('one')
  server.asked = []
  expect(await deploy('two')).toBe(true)
  // The other file is the same in both versions.
  expect(server.asked).toEqual(['/assets/two.js', '/dashboard'])
  expect(await shown()).toBe('two')
})

test.each([
  ['a filter’s page instead of a file', { '/assets/two.js': () => file('Blocked', 'text/html') }],
  ['an error instead of a file', { '/assets/two.js': () => new Response('{}', { status: 404 }) }],
  ['the page of another version', { '/dashboard': () => pageWith('three') }],
])('a version isn’t taken if the server sends %s', async (_, wrong: Record<string, () => Response>) => {
  await deploy('one')
  await startVersion('two')
  server.replies = { '/dashboard': () => pageWith('two'), '/assets/two.js': () => file('two'), ...wrong }
  await expect(happen('install')).rejects.toThrow()
  expect(await shown()).toBe('one')
})

test.each([
  { by: 'the new worker', isOpen: false },
  { by: 'the earlier worker, which stays while pages are open', isOpen: true },
])('an update opens with the next page, and an open page gets its files until it is closed, by $by', async ({ isOpen }) => {
  await deploy('one')
  server.running = ['/assets/one.js']
  await deploy('two', { isOpen })
  server.replies = {}
  expect(await shown()).toBe('two')
  expect(await (await load('/assets/one.js'))?.text()).toBe('one')
  expect(await (await load('/assets/two.js'))?.text()).toBe('two')
  server.running = ['/assets/two.js']
  expect(await shown()).toBe('two')
  expect([filesOf('one'), filesOf('two')]).toEqual([[], ['/assets/two.js', '/assets/same.js']])
})

test('if a second update comes while pages are open, the files of the first are deleted', async () => {
  await deploy('one')
  server.running = ['/assets/one.js']
  await deploy('two', { isOpen: true })
  await deploy('three', { isOpen: true })
  expect(await shown()).toBe('three')
  expect(['one', 'two', 'three'].map((version) => filesOf(version).length)).toEqual([2, 0, 2])
})

test('the files of a version that is being loaded aren’t deleted', async () => {
  await deploy('one')
  device.set('app-files-two', new Map([['/assets/two.js', file('two')]]))
  registration.installing = {}
  await visit('/dashboard')
  expect(filesOf('two')).toHaveLength(1)
  delete registration.installing
})

test('after the summer, the server’s page comes first, and the device’s if there is no network', async () => {
  await deploy('one')
  await visit('/dashboard')
  server.replies = { '/dashboard?view=day': () => pageWith('two') }
  vi.setSystemTime(Date.now() + 29 * DAY_MS)
  expect(await shown()).toBe('one')
  vi.setSystemTime(Date.now() + 31 * DAY_MS)
  expect(await shown()).toBe('two')
  // Also at the second opening, if the new version isn't complete by then.
  expect(await shown()).toBe('two')
  server.replies = {}
  expect(await shown()).toBe('one')
})

test('without a network, the bookmark of the landing page leads to the planner', async () => {
  await deploy('one')
  const reply = await visit('/')
  expect(reply?.headers.get('location')).toBe(`${SITE}/dashboard`)
})
