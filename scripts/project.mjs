import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The folder that holds package.json. */
export const projectRoot = path.resolve(import.meta.dirname, '..')

/** Folders that hold what was made or installed: by their path from the root, or by their name wherever they are. */
const MADE = new Set(['test-results', 'data', 'playwright-report', 'bench/results'])
const MADE_ANYWHERE = new Set(['node_modules', '.git', '.cache', 'dist'])

/**
 * Returns every file under `folder` (itself relative to `root`), as sorted paths relative to `root`; made folders are left out.
 * @param {string} folder
 * @returns {string[]}
 */
export function filesUnder(folder, root = projectRoot) {
  /** @type {string[]} */
  const found = []
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const file = path.posix.join(folder, entry.name)
    if (MADE_ANYWHERE.has(entry.name) || MADE.has(file)) continue
    if (entry.isDirectory()) found.push(...filesUnder(file, root))
    else if (entry.isFile()) found.push(file)
  }
  return found.sort()
}

/** What the built application is made of: files, and folders with all in them. */
const BUILT_FROM = [
  'src',
  'public',
  'index.html',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'vite.config.ts',
  'vite.server.config.ts',
  'vite.static.config.ts',
  'scripts/build.mjs',
]

/**
 * A hash over the content of everything that the build reads. Content and not times, since a checkout or a copy gives
 * new times to old text, and an archive old times to new text. About 10 ms.
 */
export function sourceHash(root = projectRoot) {
  const hash = createHash('sha256')
  for (const source of BUILT_FROM) {
    if (!existsSync(path.join(root, source))) continue
    const files = path.extname(source) ? [source] : filesUnder(source, root)
    for (const file of files) {
      if (/\.test\.tsx?$/.test(file)) continue
      hash
        .update(`${file}\0`)
        .update(readFileSync(path.join(root, file)))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

export const stampFile = path.join(projectRoot, 'dist/.built')

/** Whether dist/ holds a whole build of the present sources. */
export const isBuilt = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourceHash()
