import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { KEPT_ADDRESSES } from '#shared/addresses.ts'

/**
 * Returns the app's service worker (src/web/shell/app-worker.ts) for the built web app in a folder, or undefined if the build has none. Its
 * version changes with every file of the app, and with `page` and `policy`: the app's page and its Content Security Policy.
 */
export const readAppWorker = (folder: string, { page, policy }: { page: string; policy: string }): string | undefined => {
  const source = join(folder, 'app-worker', 'worker.js')
  if (!existsSync(source)) return undefined
  const files: string[] = JSON.parse(readFileSync(join(folder, 'app-worker', 'files.json'), 'utf8'))
  const version = createHash('sha256')
    .update([page, policy, ...files].join('\n'))
    .digest('base64url')
    .slice(0, 16)
  return readFileSync(source, 'utf8')
    .replace('__VERSION__', version)
    .replace('__FILES__', files.join(' '))
    .replace('__ADDRESSES__', KEPT_ADDRESSES.join(' '))
}
