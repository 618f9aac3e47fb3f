/** `npm run backup [-- FILE]`: writes the database that the environment names into one file, also while a server is at work on it. */
import './node-version.mjs'
import path from 'node:path'

const { ensurePackages, giveUp } = await import('./setup.mjs')
ensurePackages()

const { register } = await import('tsx/esm/api')
register()
const { readConfig } = await import('../src/server/config.ts')
const { backUp } = await import('../src/server/lib/backup/backup.ts')
const { openKeyRing } = await import('../src/server/lib/keys/kept-key.ts')
const { backupName } = await import('../src/shared/backups/rules.ts')

try {
  const { databaseUrl, dataDir, backupDir, keys } = readConfig(process.env)
  const began = performance.now()
  const file = process.argv[2] ?? path.join(backupDir, backupName(new Date(), 'manual'))
  const ring = openKeyRing(keys, dataDir, (sentence) => console.error(sentence))
  const bytes = await backUp({ databaseUrl, dataDir }, file, ring, (message, details) => console.error(message, details ?? ''))
  console.log(`${path.resolve(file)}: ${(bytes / 1e6).toFixed(1)} MB in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  if (keys === undefined) console.log(`It opens with the key in ${path.resolve(dataDir, 'keys')} alone: keep a copy of that apart from it.`)
} catch (error) {
  giveUp(`There is no new backup. ${error instanceof Error ? error.message.slice(0, 2000) : error}`)
}
