/**
 * The app's service worker: opens the planner without the network, from files of a version that is complete. It imports nothing, because
 * it's a file of its own.
 *
 * 1. Keeps only what every teacher gets: the app's page, and its hashed files. All other requests go to the network as if there were no
 *    worker: calls, addresses with a token, admin pages, feeds, downloads, and /s/, which has its own worker (sub-page/worker.ts).
 * 2. A new version loads in the background. Its page is stored last, so a version that didn't load completely is never opened.
 * 3. Only opening a page changes the version. An open page keeps running, because the files of its version stay until it is closed.
 * 4. A new worker waits until all pages are closed. Meanwhile, the earlier one opens the new version, because both read the same stores.
 */

/** The server fills these in (server/lib/http/app-worker.ts). Another version of the app makes another worker. */
const VERSION = '__VERSION__'
const FILES = '__FILES__'.split(' ')
const ADDRESSES = '__ADDRESSES__'.split(' ')

const PAGES = 'app-page'
const FILES_OF = 'app-files-'
const OWN_FILES = FILES_OF + VERSION
const PAGE = '/dashboard'
const CONFIRMED = '/confirmed'
/** Open pages hold a lock with this prefix and the address of their script (app-on-device.tsx). */
const LOCK = 'app '

/** The server accepts calls of versions up to this age, in milliseconds. After a longer absence, its own page comes first. */
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000
const PATIENCE_MS = 4000

type WorkerEvent = Event & { waitUntil: (work: Promise<unknown>) => void }
type FetchEvent = WorkerEvent & { request: Request; respondWith: (reply: Promise<Response>) => void }
const worker = self as unknown as {
  location: Location
  registration: ServiceWorkerRegistration
  clients: { claim: () => Promise<void> }
  addEventListener: (name: string, listener: (event: never) => void) => void
}

/** Rejects replies of a school's filter or sign-in page, and pages of servers that the address no longer has. */
const checked = (reply: Response, type: RegExp): Response => {
  if (reply.ok && !reply.redirected && type.test(reply.headers.get('content-type') ?? '')) return reply
  throw new Error(`${reply.url} isn't part of this version`)
}

/** Stores a file. Takes it from another version that has it, because its name changes with its content. */
const keepFile = async (cache: Cache, file: string): Promise<void> => {
  if (await cache.match(file)) return
  const copy = await caches.match(file, { ignoreVary: true })
  await cache.put(file, copy ?? checked(await fetch(file, { priority: 'low' }), /javascript|css|font/))
}

/** Notes that the server has this version now. On a full disk, the server's page comes first again 30 days after the last note. */
const confirm = (cache: Cache): Promise<void> => cache.put(CONFIRMED, new Response(String(Date.now()))).catch(() => undefined)

const filesOf = (page: string): string[] => page.match(/(?<=")\/assets\/[^"]+/g) ?? []
/** Returns the address of a page's script, which changes with every version, as a list of at most one. */
const scriptOf = (page: string): string[] => page.match(/(?<=src=")\/assets\/[^"]+/)?.slice(0, 1) ?? []
const isOwn = (files: readonly string[]): boolean => files.length > 0 && files.every((file) => FILES.includes(file))

/** Stores the app's page if it is of this version. During a deploy, another server may still send the previous one. */
const keepPage = async (): Promise<void> => {
  const reply = checked(await fetch(PAGE, { cache: 'no-store' }), /html/)
  const page = await reply.text()
  if (!isOwn(filesOf(page))) throw new Error('The page is of another version')
  const headers = new Headers(reply.headers)
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  const cache = await caches.open(PAGES)
  await cache.put(PAGE, new Response(page, { headers }))
  await confirm(cache)
}

/** Loads one file after the other, so that the open planner's requests don't wait. If one fails, the browser tries again after the next opening. */
const install = async (): Promise<void> => {
  const cache = await caches.open(OWN_FILES)
  for (const file of FILES) await keepFile(cache, file)
  // Doesn't skip waiting: in Chromium, a page that is opened while one worker replaces another can wait for minutes.
  await keepPage()
}

/** Deletes the files of versions that no open page runs, except the version that opens next. */
const deleteUnused = async (): Promise<void> => {
  if (worker.registration.installing) return
  const versions = (await caches.keys()).filter((name) => name.startsWith(FILES_OF))
  if (versions.length < 2) return
  const { held = [] } = await navigator.locks.query()
  const running = held.flatMap(({ name = '' }) => (name.startsWith(LOCK) ? name.slice(LOCK.length) : []))
  const stored = await (await caches.open(PAGES)).match(PAGE)
  const used = [...running, ...scriptOf((await stored?.text()) ?? '')]
  for (const name of versions) {
    const cache = await caches.open(name)
    const found = await Promise.all(used.map((script) => cache.match(script)))
    if (!found.some(Boolean)) await caches.delete(name)
  }
}

/** Returns the stored page with a new nonce in the page and its policy. */
const withNonce = async (stored: Response): Promise<Response> => {
  const headers = new Headers(stored.headers)
  const policy = headers.get('content-security-policy') ?? ''
  const page = await stored.text()
  const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? []
  if (!nonce) throw new Error('The page has no nonce')
  const next = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
  headers.set('content-security-policy', policy.replaceAll(nonce, next))
  return new Response(page.replaceAll(nonce, next), { headers })
}

/** Returns the server's page, and notes it if it is of this version. */
const fetchPage = async (cache: Cache, request: Request): Promise<Response> => {
  const reply = await fetch(request.url, { signal: AbortSignal.timeout(PATIENCE_MS) })
  if (reply.ok && isOwn(filesOf(await reply.clone().text()))) await confirm(cache)
  return reply
}

const openPage = async (request: Request): Promise<Response> => {
  const cache = await caches.open(PAGES)
  const stored = await cache.match(PAGE)
  if (!stored) return fetch(request)
  const confirmedAt = Number((await (await cache.match(CONFIRMED))?.text()) ?? 0)
  if (Math.abs(Date.now() - confirmedAt) < MAX_AGE_MS) return withNonce(stored)
  // A server that doesn't answer in time counts as one that can't be reached.
  return fetchPage(cache, request).catch(() => withNonce(stored))
}

worker.addEventListener('install', (event: WorkerEvent) => event.waitUntil(install()))
worker.addEventListener('activate', (event: WorkerEvent) => event.waitUntil(worker.clients.claim()))
worker.addEventListener('fetch', (event: FetchEvent) => {
  const { request } = event
  const { origin, pathname, search } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return
  // If the browser can't read its store, everything comes from the network.
  if (request.mode !== 'navigate') {
    if (!pathname.startsWith('/assets/')) return
    const copy = caches.match(request, { ignoreVary: true }).catch(() => undefined)
    event.respondWith(copy.then((found) => found ?? fetch(request)))
    return
  }
  const path = pathname.replace(/\/+$/, '').toLowerCase()
  if (/[?&](?:token|session_id)=/.test(search)) return
  // The landing page leads teachers to the planner, so without a network their bookmark does, too.
  if (path === '') event.respondWith(fetch(request).catch(() => Response.redirect(origin + PAGE)))
  if (!ADDRESSES.includes(path)) return
  event.respondWith(openPage(request).catch(() => fetch(request)))
  event.waitUntil(deleteUnused().catch(() => undefined))
})

export {}
