/** `npm run move -- postgres://…`: copies the embedded database of DATA_DIR into an empty PostgreSQL database. Stop the server first. */
import './node-version.mjs'
import path from 'node:path'

const { ensurePackages, giveUp } = await import('./setup.mjs')
const { projectRoot } = await import('./project.mjs')
ensurePackages()

const { register } = await import('tsx/esm/api')
register()
const { readConfig } = await import('../src/server/config.ts')
const { fillNew } = await import('../src/server/lib/db/new-database.ts')
const { lockFolder } = await import('../src/server/lib/db/folder-lock.ts')
const { inTransaction, ONE_MOMENT, piecesOf } = await import('../src/server/lib/db/rows.ts')
const { openSnapshot } = await import('../src/server/lib/db/snapshot.ts')

const databaseUrl = process.argv[2]
if (!databaseUrl?.startsWith('postgres')) giveUp('Say where to: npm run move -- postgres://user@host/database')
else {
  const { dataDir } = readConfig({ ...process.env, DATABASE_URL: undefined })
  /** @param {string} message @param {unknown} [details] */
  const log = (message, details) => console.error(message, details ?? '')
  const migrations = path.join(projectRoot, 'migrations')
  // Locked: what a server would write from now on would be left behind.
  const unlock = await lockFolder(path.join(dataDir, 'database'))
  const { pool, at, close } = await openSnapshot({ databaseUrl: undefined, dataDir }, log)
  try {
    const tables = await inTransaction(pool, ONE_MOMENT, (client) =>
      fillNew({ databaseUrl, dataDir }, { pieces: piecesOf(client, at), migrations }, log),
    )
    console.table(tables, ['name', 'rows'])
  } finally {
    await close()
    await unlock()
  }
}
