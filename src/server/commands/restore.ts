/** `npm run restore -- FILE`: restores a backup into the configured database, which must be empty. */
import { statSync } from 'node:fs'
import path from 'node:path'
import { makeTrials } from '#server/features/accounts/trials/actions.ts'
import { settleRestored } from '#server/features/backups/actions.ts'
import { restore } from '#server/lib/backup/restore.ts'
import { findKeyRing } from '#server/lib/keys/kept-key.ts'
import { inProject } from '#server/project-folder.ts'
import { giveUp, runCommand, warn } from './run-command.ts'

const file = process.argv[2] ?? giveUp('Say which backup: npm run restore -- FILE, or node dist/server/restore.js FILE')
await runCommand(async (config) => {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new Error(`There is no file ${path.resolve(file)}.`)
  const { databaseUrl, dataDir, backupDir } = config
  const keys = findKeyRing(config.keys, dataDir)
  if (!keys) throw new Error(`A backup opens with its key alone: set KEYS, or put the file keys into ${path.resolve(dataDir)}.`)
  const trials = makeTrials(keys, config)
  const { at, tables, deleted, isListWhole } = await restore(
    {
      file,
      keys,
      target: { databaseUrl, dataDir },
      migrations: inProject('migrations'),
      backupDir,
      settle: (db, deleted) => settleRestored(db, { deleted, keys, trials, now: new Date() }),
    },
    warn,
  )
  console.table(tables, ['name', 'rows'])
  console.log(`Restored as it was at ${at.toISOString()}. Everybody signs in again.`)
  if (!isListWhole)
    console.log(
      `${path.resolve(backupDir)} doesn't have the list of deleted accounts since then: people who were deleted after the backup are back. If there is a file 'deleted' beside the old backups, put it there and restore again.`,
    )
  console.log('Sharing with a colleague or a school that somebody ended after the backup is back: ask people to check Collaboration.')
  if (deleted > 0) console.log(`${deleted} accounts were deleted since, and stay deleted.`)
})
