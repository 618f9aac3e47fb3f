/** `npm run restore -- FILE`: restores a backup into the configured database, which must be empty. */
import { statSync } from 'node:fs'
import path from 'node:path'
import { settleRestored } from '#server/features/backups/actions.ts'
import { makeTrials } from '#server/features/billing/trials/actions.ts'
import { restore } from '#server/lib/backup/restore.ts'
import { findKeyRing } from '#server/lib/keys/kept-key.ts'
import { inProject } from '#server/project-folder.ts'
import { ACTIVE_AGAIN, giveUp, runCommand, warn } from './run-command.ts'

const file = process.argv[2] ?? giveUp('Add the backup file: npm run restore -- FILE, or node dist/server/restore.js FILE')
await runCommand(async (config) => {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new Error(`${path.resolve(file)} doesn't exist or isn't a file.`)
  const { databaseUrl, dataDir, backupDir } = config
  const keys = findKeyRing(config.keys, dataDir)
  if (!keys)
    throw new Error(`A backup can be opened only with its key. Set KEYS, or put the file named keys into ${path.resolve(dataDir)}.`)
  const trials = makeTrials(keys, config)
  const { at, tables, deleted, isListWhole } = await restore(
    {
      file,
      keys,
      target: { databaseUrl: config.listenUrl ?? databaseUrl, dataDir },
      migrations: inProject('migrations'),
      backupDir,
      settle: (db, deleted) => settleRestored(db, { deleted, keys, trials, now: new Date() }),
    },
    warn,
  )
  console.table(tables, ['name', 'rows'])
  console.log(`Restored the database as of ${at.toISOString()}. Everyone has to sign in again.`)
  if (!isListWhole)
    console.log(
      `${path.resolve(backupDir)} doesn't have the list of accounts deleted since then, so people who were deleted after the backup are back. If there's a file named 'deleted' next to the old backups, copy it there and restore again.`,
    )
  console.log(ACTIVE_AGAIN)
  if (deleted > 0) console.log(`Accounts deleted after the backup: ${deleted}. They stay deleted.`)
})
