/** `npm run move -- postgres://…`: copies the embedded database of DATA_DIR into an empty PostgreSQL database. Stop the server first. */
import path from 'node:path'
import { lockFolder } from '#server/lib/db/folder-lock.ts'
import { fillNew } from '#server/lib/db/new-database.ts'
import { inTransaction, ONE_MOMENT, piecesOf } from '#server/lib/db/rows.ts'
import { openSnapshot } from '#server/lib/db/snapshot.ts'
import { inProject } from '#server/project-folder.ts'
import { giveUp, requireDatabase, runCommand, warn } from './run-command.ts'

const databaseUrl = process.argv[2]
if (!databaseUrl?.startsWith('postgres')) giveUp('Say where to: npm run move -- postgres://user@host/database')
else
  await runCommand(
    async (config) => {
      const { dataDir } = config
      requireDatabase(config)
      // Locked: what a server would write from now on would be left behind.
      const unlock = await lockFolder(path.join(dataDir, 'database'))
      try {
        const { pool, at, close } = await openSnapshot({ databaseUrl: undefined, dataDir }, warn)
        try {
          const tables = await inTransaction(pool, ONE_MOMENT, (client) =>
            fillNew({ databaseUrl, dataDir }, { pieces: piecesOf(client, at), migrations: inProject('migrations') }, warn),
          )
          console.table(tables, ['name', 'rows'])
        } finally {
          await close()
        }
      } finally {
        await unlock()
      }
    },
    { DATABASE_URL: undefined },
  )
