import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const [ENDED, OPEN, OPENED_NOW] = ['e', 'o', 'n'].map((letter) => `/s/${letter.repeat(22)}`) as [string, string, string]
const pageUntil = (endsAt: string) => `<html data-ends="${endsAt}">Fraction war in pairs</html>`

/** The phone's cache, by address. */
const copies = new Map<string, string>()
const pathOf = (address: string | Request) => (typeof address === 'string' ? address : new URL(address.url).pathname)
const cache = {
  keys: async () => [...copies.keys()].map((path) => new Request(`https://firstbell.test${path}`)),
  match: async (address: string | Request) => {
    const text = copies.get(pathOf(address))
    return text === undefined ? undefined : new Response(text)
  },
  put: async (address: string | Request, reply: Response) => void copies.set(pathOf(address), await reply.text()),
  delete: async (address: string | Request) => copies.delete(pathOf(address)),
}
const listeners: Record<string, (event: object) => void> = {}

/** Starts an event of the worker, and waits for its work. */
const happen = async (name: string, event: object = {}): Promise<void> => {
  const work: Promise<unknown>[] = []
  const add = (one: Promise<unknown>) => void work.push(one)
  listeners[name]?.({ ...event, waitUntil: add, respondWith: add })
  await Promise.all(work)
}
const open = (path: string) => happen('fetch', { request: { method: 'GET', mode: 'navigate', url: `https://firstbell.test${path}` } })

beforeEach(async () => {
  vi.stubGlobal('self', {
    location: { origin: 'https://firstbell.test' },
    clients: { claim: async () => undefined },
    addEventListener: (name: string, listener: (event: object) => void) => {
      listeners[name] = listener
    },
  })
  vi.stubGlobal('caches', { open: async () => cache, match: cache.match })
  vi.stubGlobal('fetch', async () => new Response(pageUntil('2026-11-21T04:59:00Z')))
  vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z'), toFake: ['Date'] })
  vi.resetModules()
  await vi.importActual('./worker.ts')
  copies.clear()
  copies.set(ENDED, pageUntil('2026-11-19T04:59:00Z'))
  copies.set(OPEN, pageUntil('2026-11-21T04:59:00Z'))
  copies.set('/s/gone', 'This plan is no longer open')
  copies.set('/assets/sub-page.js', 'script')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const KEPT = ['/assets/sub-page.js', '/s/gone', OPEN]

test('a plan whose link ended disappears from the phone once another link is opened, even if nobody opens the ended one', async () => {
  await open(OPENED_NOW)
  expect([...copies.keys()].sort()).toEqual([...KEPT, OPENED_NOW].sort())
})

test('it also disappears when the page of a link that isn’t open is shown, without internet, or when a new worker starts', async () => {
  await open('/s/gone')
  expect([...copies.keys()].sort()).toEqual([...KEPT].sort())
  copies.set(ENDED, pageUntil('2026-11-19T04:59:00Z'))
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await open(OPEN)
  expect(copies.has(ENDED)).toBe(false)
  copies.set(ENDED, pageUntil('2026-11-19T04:59:00Z'))
  await happen('activate')
  expect([...copies.keys()].sort()).toEqual([...KEPT].sort())
})
