import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const projectRoot = path.resolve(import.meta.dirname, '..')

/** Folders with generated or installed files, by path from the root. */
const MADE = new Set(['test-results', 'data', 'playwright-report', 'bench/results'])
const MADE_ANYWHERE = new Set(['node_modules', '.git', '.cache', 'dist'])

/**
 * Returns every file under `folder` (relative to `root`) as sorted paths relative to `root`. Skips generated folders.
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

/** The build's inputs: files and entire folders. */
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
  'vite.sub-page.config.ts',
  'scripts/build.mjs',
  'scripts/packages/product.mjs',
]

/**
 * Returns a hash of the content of all build inputs. Modification times aren't reliable: a checkout or a copy gives old content new times,
 * and an archive gives new content old times. Takes about 10 ms.
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

/** Returns true if dist/ contains a complete build of the current sources. */
export const isBuilt = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourceHash()
