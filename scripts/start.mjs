/**
 * `npm start`: from a fresh clone to a running server.
 *
 * 1. Only Node's own modules are imported before the packages are known to be there.
 * 2. The server runs in this very process, so that whoever stops it reaches it.
 */
import './node-version.mjs'

const { ensurePackages } = await import('./setup.mjs')
const { isBuilt } = await import('./project.mjs')

ensurePackages()
if (!isBuilt()) {
  console.log('Building …')
  const { build } = await import('./build.mjs')
  await build()
}
await import('../dist/server/main.js')
