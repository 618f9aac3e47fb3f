/** `npm run backup [-- FILE]`: backs up the configured database to a file. The server can keep running. */
import path from 'node:path'
import { backUp } from '#server/lib/backup/backup.ts'
import { openKeyRing } from '#server/lib/keys/kept-key.ts'
import { explainStart } from '#server/lib/start/explain-start.ts'
import { backupName } from '#shared/backups/rules.ts'
import { requireDatabase, runCommand, warn } from './run-command.ts'

await runCommand(async (config) => {
  const { databaseUrl, listenUrl, dataDir, backupDir, keys } = config
  const began = performance.now()
  const file = path.resolve(process.argv[2] ?? path.join(backupDir, backupName(new Date(), 'manual')))
  try {
    requireDatabase(config)
    const bytes = await backUp({ databaseUrl: listenUrl ?? databaseUrl, dataDir }, file, openKeyRing(keys, dataDir, warn), warn)
    console.log(`${file}: ${(bytes / 1e6).toFixed(1)} MB in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  } catch (error) {
    throw new Error(`The backup failed. ${explainStart(error, config).sentence}`)
  }
  if (keys === undefined)
    console.log(`Only the key in ${path.resolve(dataDir, 'keys')} can open it. Keep a copy of the key somewhere else.`)
})
