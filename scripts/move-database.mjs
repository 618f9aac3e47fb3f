/** `npm run move -- postgres://…`: copies the embedded database of DATA_DIR into an empty PostgreSQL database. Stop the server first. */
import './node-version.mjs'
import path from 'node:path'

const { ensurePackages } = await import('./setup.mjs')
const { projectRoot } = await import('./project.mjs')
ensurePackages()

const { register } = await import('tsx/esm/api')
register()
const { readConfig } = await import('../src/server/config.ts')
const { copyDatabase } = await import('../src/server/lib/db/copy.ts')
const { migrate } = await import('../src/server/lib/db/migrate.ts')
const { openDatabase } = await import('../src/server/lib/db/open.ts')

const target = process.argv[2]
if (!target?.startsWith('postgres')) throw new Error('Say where to: npm run move -- postgres://user@host/database')
const { dataDir } = readConfig({ ...process.env, DATABASE_URL: target })
/** @param {string} message @param {unknown} [details] */
const log = (message, details) => console.error(message, details ?? '')
const from = await openDatabase({ dataDir, log })
const to = await openDatabase({ databaseUrl: target, dataDir, log })
try {
  for (const database of [from, to]) await migrate(database, path.join(projectRoot, 'migrations'))
  console.table(await copyDatabase({ from: from.pool, to: to.pool }))
} finally {
  await from.close()
  await to.close()
}
