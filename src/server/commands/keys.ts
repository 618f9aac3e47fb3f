/** `npm run keys [-- rotate]`: says which keys are needed, or rotates to a new one. A server can keep running. */
import { answerAboutKeys } from '#server/features/admin/keys/actions.ts'
import { DataFolderInUse } from '#server/lib/db/embedded/folder-lock.ts'
import { migrate } from '#server/lib/db/migrate.ts'
import { openDatabase } from '#server/lib/db/open.ts'
import { askServer } from '#server/lib/keys/key-requests.ts'
import { inProject } from '#server/project-folder.ts'
import { giveUp, requireDatabase, runCommand, warn } from './run-command.ts'

const say = (line: string): void => console.log(line)

const [asked = 'list', ...others] = process.argv.slice(2)
if ((asked !== 'list' && asked !== 'rotate') || others.length > 0)
  giveUp('npm run keys -- list\nnpm run keys -- rotate\n\nWithout npm: node dist/server/keys.js list')
else
  await runCommand(async (config) => {
    requireDatabase(config)
    const database = await openDatabase({ ...config, log: warn }).catch((error: unknown) => {
      if (error instanceof DataFolderInUse) return undefined
      throw error
    })
    if (!database) {
      say('A server uses the embedded database and does this.')
      await askServer(config.dataDir, asked, say)
      return
    }
    try {
      await migrate(database, inProject('migrations'))
      await answerAboutKeys(asked, { ...config, db: database.db, say }, new Date())
    } finally {
      await database.close()
    }
  })
