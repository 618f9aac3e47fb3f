/**
 * `npm start`: from a fresh clone to a running server.
 *
 * 1. Only Node's own modules are imported before the packages are known to be there.
 * 2. The server runs in this very process, so that whoever stops it reaches it.
 */
import './node-version.mjs'

const { ensurePackages } = await import('./setup.mjs')
const { stopWithNpm } = await import('./stop-with-npm.mjs')
const { isBuilt } = await import('./project.mjs')

stopWithNpm()
// What is built runs without the packages that build it.
const isToBeBuilt = !isBuilt()
ensurePackages({ forDevelopment: isToBeBuilt })
if (isToBeBuilt) {
  console.log('Building …')
  const { build } = await import('./build.mjs')
  await build()
}
/** @type {string} TypeScript would look for it, and it is there only once it is built. */
const server = '../dist/server/main.js'
await import(server)
