import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'

const here = import.meta.dirname
const outDir = path.join(here, 'dist')

/** @param {string} folder */
const gzippedScripts = (folder) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.js'))
    .reduce((bytes, file) => bytes + gzipSync(readFileSync(path.join(folder, file)), { level: 9 }).length, 0)

/**
 * Builds each page separately, so that no page loads another's code. Resolves with the gzipped script bytes of each page.
 * @param {string[]} names
 */
export async function buildPages(names) {
  /** @type {Record<string, number>} */
  const sizes = {}
  for (const name of names) {
    const pageDir = path.join(outDir, name)
    await build({
      root: path.join(here, 'pages', name),
      configFile: false,
      base: './',
      logLevel: 'error',
      plugins: [react()],
      build: { outDir: pageDir, emptyOutDir: true, modulePreload: { polyfill: false } },
    })
    sizes[name] = gzippedScripts(path.join(pageDir, 'assets'))
  }
  return sizes
}

/** Serves the built pages. Resolves with their origin and a function that stops the server. */
export async function servePages() {
  const server = await preview({
    root: here,
    configFile: false,
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
    logLevel: 'error',
  })
  return { origin: new URL(server.resolvedUrls?.local[0] ?? '').origin, stop: () => server.close() }
}
