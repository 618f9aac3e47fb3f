/**
 * The service worker for /s/ alone: keeps the page of each link that was opened, so that it works without internet. It imports nothing,
 * because it's a file of its own.
 *
 * 1. A page comes from the network. After 2.5 seconds, or without a network, the phone's copy is shown.
 * 2. If the server says that the link isn't open, its copy is deleted, and the phone shows the page of a link that isn't open. That page is
 *    kept from the start.
 * 3. Every opening of any page deletes the copies of all links whose end is over, because the substitute may never open those again.
 * 4. A new worker waits until all pages are closed, because in Chromium, a page that is opened while one worker replaces another can wait
 *    for minutes. Any worker can serve pages and files of any version.
 */
const KEPT = 'sub-pages'
const GONE = '/s/gone'
/** The server fills in the address of the page's script. A new script makes a new worker, which keeps the new gone page. */
const SCRIPT = '__SCRIPT__'
const PATIENCE_MS = 2500
const PAGE = /^\/s\/[\w-]{22}$/

type WorkerEvent = Event & { waitUntil: (work: Promise<unknown>) => void }
type FetchEvent = WorkerEvent & { request: Request; respondWith: (reply: Promise<Response>) => void }
const worker = self as unknown as {
  location: Location
  clients: { claim: () => Promise<void> }
  addEventListener: (name: string, listener: (event: never) => void) => void
}

const keepGonePage = async () => {
  const cache = await caches.open(KEPT)
  const [gone, script] = await Promise.all([fetch(GONE), fetch(SCRIPT)])
  await Promise.all([cache.put(GONE, gone), cache.put(SCRIPT, script)])
}

const isOver = async (copy: Response): Promise<boolean> => {
  const [, endsAt = ''] = /data-ends="([^"]+)"/.exec(await copy.clone().text()) ?? []
  return !(Date.now() < Date.parse(endsAt))
}

/** Asks the server for a page, and keeps or deletes the phone's copy. */
const fromServer = async (request: Request, path: string): Promise<Response> => {
  const reply = await fetch(request)
  const cache = await caches.open(KEPT)
  if (reply.ok) await cache.put(path, reply.clone())
  else if (reply.status === 404) await cache.delete(path)
  return reply
}

/** Deletes the copies of all links whose end is over. */
const deleteEnded = async (): Promise<void> => {
  const cache = await caches.open(KEPT)
  const pages = (await cache.keys()).filter(({ url }) => PAGE.test(new URL(url).pathname))
  for (const page of pages) {
    const copy = await cache.match(page)
    if (copy && (await isOver(copy))) await cache.delete(page)
  }
}

const pageOf = async (request: Request, path: string, answer: Promise<Response>): Promise<Response> => {
  await deleteEnded()
  const copy = await (await caches.open(KEPT)).match(path)
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS))
  const reply = await Promise.race([answer.catch(() => undefined), ...(copy ? [late] : [])])
  if (reply && (reply.ok || reply.status === 404)) return reply
  return copy ?? reply ?? (await caches.match(GONE)) ?? fetch(request)
}

/** Returns a file of the page, whose address changes with its content. */
const fileOf = async (request: Request): Promise<Response> => {
  const cache = await caches.open(KEPT)
  const copy = await cache.match(request)
  if (copy) return copy
  const reply = await fetch(request)
  if (reply.ok) await cache.put(request, reply.clone())
  return reply
}

worker.addEventListener('install', (event: WorkerEvent) => event.waitUntil(keepGonePage()))
worker.addEventListener('activate', (event: WorkerEvent) => event.waitUntil(deleteEnded().then(() => worker.clients.claim())))
worker.addEventListener('fetch', (event: FetchEvent) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(fileOf(request))
  if (!PAGE.test(pathname)) {
    if (request.mode === 'navigate') event.waitUntil(deleteEnded())
    return
  }
  const answer = fromServer(request, pathname)
  event.waitUntil(answer.catch(() => undefined))
  event.respondWith(request.mode === 'navigate' ? pageOf(request, pathname, answer) : answer)
})
