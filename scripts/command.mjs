/** `npm run admin`, `backup`, `restore` and `move`: from a fresh clone to the command of that name in dist/server. */
import path from 'node:path'
import { ensureBuilt } from './built.mjs'
import { projectRoot } from './project.mjs'

await ensureBuilt()
const [name] = process.argv.splice(2, 1)
await import(path.join(projectRoot, 'dist/server', `${name}.js`))
