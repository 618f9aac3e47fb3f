/** The phone's copy of the page, which the service worker (worker.ts) keeps. */

const WORKER = '/s/sw.js'

/** Deletes the copy from this phone. */
export const deleteCopy = async (path: string): Promise<void> => {
  if (!('caches' in window)) return
  for (const name of await caches.keys()) await (await caches.open(name)).delete(path)
}

/** Starts the service worker, and runs `keep`, which asks for the page again. Returns true if the phone now has a copy. */
export const keepCopy = async (path: string, keep: () => Promise<void>): Promise<boolean> => {
  if (!('serviceWorker' in navigator)) return false
  const { serviceWorker } = navigator
  await serviceWorker.register(WORKER)
  // On a teacher's own device, the app's worker may have come first.
  const hasWorker = () => serviceWorker.controller?.scriptURL.endsWith(WORKER)
  const worker = new Promise<void>((resolve) => serviceWorker.addEventListener('controllerchange', () => hasWorker() && resolve()))
  if (!hasWorker()) await worker
  // A page that came through the worker is kept already.
  if (!(await caches.match(path))) await keep()
  return (await caches.match(path)) !== undefined
}
