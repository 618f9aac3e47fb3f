/** `npm start`: builds if needed. Runs the server in this process, so that it receives signals directly. */
import { ensureBuilt } from './built.mjs'
import { stopWithNpm } from './stop-with-npm.mjs'

stopWithNpm()
await ensureBuilt()
/** @type {string} Typed as a string because TypeScript would try to resolve the path, which only exists after a build. */
const server = '../dist/server/main.js'
await import(server)
