/** The phone's copy of the page, which the service worker (worker.ts) keeps. */

/** Deletes the copy from this phone. */
export const deleteCopy = async (path: string): Promise<void> => {
  if (!('caches' in window)) return
  for (const name of await caches.keys()) await (await caches.open(name)).delete(path)
}

/** Starts the service worker, and runs `keep`, which asks for the page again. Returns true if the phone now has a copy. */
export const keepCopy = async (path: string, keep: () => Promise<void>): Promise<boolean> => {
  if (!('serviceWorker' in navigator)) return false
  const { serviceWorker } = navigator
  await serviceWorker.register('/s/sw.js')
  if (!serviceWorker.controller) await new Promise<void>((resolve) => serviceWorker.addEventListener('controllerchange', () => resolve()))
  // A page that came through the worker is kept already.
  if (!(await caches.match(path))) await keep()
  return (await caches.match(path)) !== undefined
}
