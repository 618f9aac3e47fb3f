/** `npm start`: from a fresh clone to a running server, which runs in this very process, so that whoever stops it reaches it. */
import { ensureBuilt } from './built.mjs'
import { stopWithNpm } from './stop-with-npm.mjs'

stopWithNpm()
await ensureBuilt()
/** @type {string} TypeScript would look for it, and it is there only once it is built. */
const server = '../dist/server/main.js'
await import(server)
