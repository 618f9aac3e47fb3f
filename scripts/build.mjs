/**
 * Builds the web app and the server into dist/.
 *
 * 1. Only a complete build replaces dist/. It runs in a temporary folder, which is then moved into place. The stamp is written last, so an
 *    interrupted build doesn't leave one and the next run rebuilds.
 * 2. The stamp is a hash of the sources taken before the build, so an edit during the build makes the result stale.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { build as viteBuild } from 'vite'
import { billOfMaterials, licenseTexts } from './packages/product.mjs'
import { filesUnder, projectRoot, sourceHash, stampFile } from './project.mjs'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

const COMPRESSIBLE = /\.(?:js|css|svg|json|txt|webmanifest|wasm)$/
/** Minimum size in bytes. Below it, the headers outweigh the savings. */
const WORTH_COMPRESSING = 1024

/** Builds everything, replaces dist/ and writes the stamp. If a build fails, throws and leaves dist/ unchanged. */
export async function build() {
  // Overrides the caller's value: anything else would bundle React's slow development build.
  process.env.NODE_ENV = 'production'
  const hash = sourceHash()
  // The path includes the hash, so that a process that builds twice imports the second program instead of the cached first one.
  const beside = path.join(projectRoot, '.cache', `build-${process.pid}-${hash.slice(0, 8)}`)
  const dist = path.join(projectRoot, 'dist')
  rmSync(beside, { recursive: true, force: true })
  try {
    const bundled = [
      ...(await buildOne('vite.config.ts', path.join(beside, 'web'))),
      ...(await buildOne('vite.sub-page.config.ts', path.join(beside, 'web'), false)),
      ...(await buildOne('vite.static.config.ts', path.join(beside, 'static'))),
    ]
    await writeStaticPages(path.join(beside, 'static'), path.join(beside, 'web'))
    await buildOne('vite.server.config.ts', path.join(beside, 'server'))
    writeFileSync(path.join(beside, 'web/licenses.txt'), licenseTexts(bundled))
    writeFileSync(path.join(beside, 'server/packages.cdx.json'), await billOfMaterials(bundled))
    await compressFiles(path.join(beside, 'web'))

    rmSync(stampFile, { force: true })
    mkdirSync(dist, { recursive: true })
    for (const part of ['web', 'server']) {
      if (existsSync(path.join(dist, part))) renameSync(path.join(dist, part), path.join(beside, `old-${part}`))
      renameSync(path.join(beside, part), path.join(dist, part))
    }
    writeFileSync(stampFile, hash)
  } finally {
    rmSync(beside, { recursive: true, force: true })
  }
}

/**
 * Runs one build, and returns the packages whose code is in its files.
 * @param {string} configFile
 * @param {string} outDir
 * @param {boolean} [emptyOutDir]
 * @returns {Promise<import('./packages/product.mjs').Bundled[]>}
 */
async function buildOne(configFile, outDir, emptyOutDir = true) {
  const license = { fileName: 'packages.json' }
  await viteBuild({
    root: projectRoot,
    configFile: path.join(projectRoot, configFile),
    logLevel: 'warn',
    build: { outDir, emptyOutDir, license },
  })
  const list = path.join(outDir, license.fileName)
  const packages = JSON.parse(readFileSync(list, 'utf8'))
  rmSync(list)
  return packages
}

/**
 * Runs the program that renders the static pages, and copies the pages and their assets into the web folder.
 * @param {string} program
 * @param {string} web
 */
async function writeStaticPages(program, web) {
  const { staticPages } = await import(pathToFileURL(path.join(program, 'static-pages.js')).href)
  mkdirSync(path.join(web, 'pages'))
  for (const [address, html] of staticPages())
    writeFileSync(path.join(web, 'pages', address === '/' ? 'landing.html' : `${address.slice(1)}.html`), html)
  cpSync(path.join(program, 'assets'), path.join(web, 'assets'), { recursive: true })
}

/**
 * Writes a .br and a .gz next to each file worth compressing. Skips HTML pages, which the server renders for each response.
 * @param {string} folder
 */
async function compressFiles(folder) {
  const files = filesUnder('.', folder).filter((file) => COMPRESSIBLE.test(file))
  await Promise.all(
    files.map(async (file) => {
      const content = readFileSync(path.join(folder, file))
      if (content.length < WORTH_COMPRESSING) return
      const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 11, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.length }
      const [br, gz] = await Promise.all([brotli(content, { params }), gzip(content, { level: 9 })])
      writeFileSync(path.join(folder, `${file}.br`), br)
      writeFileSync(path.join(folder, `${file}.gz`), gz)
    }),
  )
}

if (process.argv[1] === import.meta.filename) await build()
