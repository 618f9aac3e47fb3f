/** `npm run admin`, `backup`, `keys`, `restore` and `move`: runs the command with that name from dist/server, even after a fresh clone. */
import path from 'node:path'
import { ensureBuilt } from './built.mjs'
import { projectRoot } from './project.mjs'

await ensureBuilt()
const [name] = process.argv.splice(2, 1)
await import(path.join(projectRoot, 'dist/server', `${name}.js`))
