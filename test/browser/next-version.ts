/** A server between the browser and the real one, which can start to send the app's next version, like a deploy. */
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'

/** The next version's pages have this attribute. */
export const NEXT = 'html[data-version="next"]'
const MARK = ';document.documentElement.dataset.version="next"'

/** The worker's version, in its first line. */
const VERSION = /`[\w-]{16}`/
const SCRIPT = /index-[\w-]+\.js/g
/** A file that the next version doesn't have. */
const DROPPED = /\/assets\/month-view-[\w-]+\.(?:js|css) ?/g

/** Returns what the next version has in place of this version's page, worker, or script. */
const nextOf = (path: string, text: string): string =>
  path.startsWith('/assets/') ? text + MARK : text.replace(SCRIPT, 'index-next.js').replace(DROPPED, '').replace(VERSION, '`next`')

/** `worker` replaces the server's worker. Null if there is none. */
type State = { isNext: boolean; isCut: boolean; script: string; worker: string | null | undefined }

/** Waits until the browser opens pages with the next version. */
export const untilUpdated = async (page: Page): Promise<void> => {
  const state = async () => {
    const { active, installing } = (await navigator.serviceWorker.getRegistration('/')) ?? {}
    const stored = await (await caches.match('/dashboard'))?.text()
    return { active: active?.state, installing: installing?.state, page: stored?.includes('index-next.js') ? 'next' : 'previous' }
  }
  const updated = { active: 'activated', installing: undefined, page: 'next' }
  await expect.poll(() => page.evaluate(state), { timeout: 60_000 }).toEqual(updated)
}

export const serveVersions = async (server: string) => {
  const state: State = { isNext: false, isCut: false, script: '', worker: undefined }
  const pass = (path: string, from: Parameters<typeof request>[1] & object, to: ServerResponse, change: boolean) => {
    const headers = { ...from.headers, ...(change && { 'accept-encoding': 'identity' }) }
    const asked = request(server + path, { method: from.method ?? 'GET', headers }, (reply) => {
      const { 'content-length': _, ...sent } = reply.headers
      to.writeHead(reply.statusCode ?? 500, change ? sent : reply.headers)
      if (!change) return void reply.pipe(to)
      const parts: Buffer[] = []
      reply.on('data', (part: Buffer) => parts.push(part))
      reply.on('end', () => to.end(nextOf(path, Buffer.concat(parts).toString())))
    })
    asked.on('error', () => to.destroy())
    return asked
  }
  const versions = createServer((from, to) => {
    if (state.isCut) return void to.destroy()
    const path = from.url ?? '/'
    if (path === '/sw.js' && state.worker === null) return void to.writeHead(404).end()
    if (path === '/sw.js' && state.worker !== undefined)
      return void to.writeHead(200, { 'content-type': 'text/javascript' }).end(state.worker)
    const isScript = path === '/assets/index-next.js'
    if (state.isNext && (path === state.script || path.match(DROPPED))) return void to.writeHead(404).end()
    const isPage = path === '/sw.js' || from.headers.accept?.startsWith('text/html') || path === '/dashboard'
    const { method, headers } = from
    from.pipe(pass(isScript ? state.script : path, { method: method ?? 'GET', headers }, to, state.isNext && (isScript || isPage)))
  })
  await new Promise<void>((resolve) => versions.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(versions.address() as AddressInfo).port}`,
    deploy: async () => {
      const [name = ''] = (await (await fetch(`${server}/dashboard`)).text()).match(SCRIPT) ?? []
      Object.assign(state, { script: `/assets/${name}`, isNext: true })
    },
    /** Sends this worker from now on, or none. */
    replaceWorker: (worker: string | null) => {
      state.worker = worker
    },
    /** Cuts all connections, and refuses new ones until `mend`. */
    cut: () => {
      state.isCut = true
      versions.closeAllConnections()
    },
    mend: () => {
      state.isCut = false
    },
    stop: () => {
      versions.closeAllConnections()
      versions.close()
    },
  }
}
