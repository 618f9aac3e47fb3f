import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files of the substitute's page, as the build left them (vite.sub-page.config.ts). */
export type SubPageFiles = {
  /** Written into the page, whose policy allows it by its hash. '' without the web app. */
  style: string
  /** The hash for a Content Security Policy, such as `sha256-…`. */
  styleHash: string
  /** The address of the script, or undefined without the web app. The page can be read without it. */
  script: string | undefined
  /** The service worker, or undefined without the web app. */
  worker: string | undefined
}

/** Reads the files in the built web app's folder. */
export const readSubPageFiles = (folder: string | undefined): SubPageFiles => {
  const isBuilt = folder !== undefined && existsSync(join(folder, 'sub-page'))
  const read = (file: string) => (isBuilt ? readFileSync(join(folder, 'sub-page', file), 'utf8').trim() : '')
  const name = isBuilt ? readdirSync(join(folder, 'assets')).find((file) => /^sub-page-[\w-]+\.js$/.test(file)) : undefined
  const script = name === undefined ? undefined : `/assets/${name}`
  const style = read('style.css')
  return {
    style,
    styleHash: `sha256-${createHash('sha256').update(style).digest('base64')}`,
    script,
    worker: script === undefined ? undefined : read('worker.js').replace('__SCRIPT__', script),
  }
}
