/** `npm run move -- postgres://…`: copies the embedded database in DATA_DIR into an empty PostgreSQL database. Stop the server first. */
import path from 'node:path'
import { lockFolder } from '#server/lib/db/embedded/folder-lock.ts'
import { fillNew } from '#server/lib/db/new-database.ts'
import { placeOf } from '#server/lib/db/place.ts'
import { inTransaction, ONE_MOMENT, piecesOf } from '#server/lib/db/rows.ts'
import { openSnapshot } from '#server/lib/db/snapshot.ts'
import { explainStart } from '#server/lib/start/explain-start.ts'
import { isPostgresUrl, POSTGRES_URL } from '#server/lib/start/setting-values.ts'
import { inProject } from '#server/project-folder.ts'
import { giveUp, requireDatabase, runCommand, warn } from './run-command.ts'

const databaseUrl = process.argv[2]
if (!databaseUrl || !isPostgresUrl(databaseUrl))
  giveUp(`Add the target, in the format of DATABASE_URL: npm run move -- postgres://user:password@host:5432/database. ${POSTGRES_URL}.`)
else
  await runCommand(
    async (config) => {
      const { dataDir, backupDir } = config
      console.error(`Copying to ${placeOf({ databaseUrl, dataDir })}.`)
      requireDatabase(config)
      // Locks the folder so that no server writes rows that the copy would miss.
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
      } catch (error) {
        throw new Error(`Nothing was moved. ${explainStart(error, { ...config, databaseUrl }).sentence}`)
      } finally {
        await unlock()
      }
      console.log(
        `Everything was copied. Start the server with this DATABASE_URL, BACKUP_DIR=${path.resolve(backupDir)}, and DATA_DIR=${path.resolve(dataDir)}. Unless KEYS is set, the server needs the file named keys in that DATA_DIR.`,
      )
    },
    { DATABASE_URL: undefined },
  )
