/**
 * `npm run admin -- <command>`: opens schools and names who looks after them, in the database that the environment names.
 * An embedded database belongs to one process at a time: stop the server first.
 */
import './node-version.mjs'
import path from 'node:path'

const { ensurePackages, giveUp } = await import('./setup.mjs')
const { projectRoot } = await import('./project.mjs')
ensurePackages()

const USAGE = `npm run admin -- create-school <name> <time zone> <e-mail of its first administrator>
npm run admin -- make-school-admin <school> <e-mail>
npm run admin -- make-admin <e-mail>

A name with spaces stands in quotes: create-school "Lincoln Elementary" America/New_York priya.shah@school.example
Everybody who is named has an account already.`

/** @typedef {import('../src/server/lib/db/client.ts').Db} Db */

/** By its name: how many words each command takes, and what it does with them. It resolves to what it did. */
const COMMANDS = {
  'create-school': {
    takes: 3,
    /** @param {Db} db @param {string[]} words */
    run: async (db, [name = '', timezone = '', email = '']) => {
      const id = await openSchool(db, { name, timezone, email }, new Date())
      return `${name.trim()} is open (${id}). ${email} administers it and invites its teachers in Firstbell.`
    },
  },
  'make-school-admin': {
    takes: 2,
    /** @param {Db} db @param {string[]} words */
    run: async (db, [school = '', email = '']) => `${email} administers ${await nameAdministrator(db, { school, email }, new Date())}.`,
  },
  'make-admin': {
    takes: 1,
    /** @param {Db} db @param {string[]} words */
    run: async (db, [email = '']) => {
      await makeAdmin(db, email, new Date())
      return `${email} looks after the platform.`
    },
  },
}

const [name = '', ...words] = process.argv.slice(2)
/** Ends the process where the words are no command, before the server's modules are loaded: they take a second. */
const commandOf = () => {
  const command = Object.entries(COMMANDS).find(([each]) => each === name)?.[1]
  return command?.takes === words.length ? command : giveUp(USAGE)
}
const command = commandOf()

const { register } = await import('tsx/esm/api')
register()
const { readConfig } = await import('../src/server/config.ts')
const { CannotBeDone, makeAdmin, nameAdministrator, openSchool } = await import('../src/server/features/admin/actions.ts')
const { DataFolderInUse } = await import('../src/server/lib/db/folder-lock.ts')
const { migrate } = await import('../src/server/lib/db/migrate.ts')
const { openDatabase } = await import('../src/server/lib/db/open.ts')
/** @param {unknown} error */
const explain = (error) => {
  if (error instanceof DataFolderInUse)
    giveUp(`${error.message}\nThe embedded database belongs to one process at a time: stop the server, do this, and start it again.`)
  if (error instanceof CannotBeDone) giveUp(error.message)
  throw error
}
const { databaseUrl, dataDir } = readConfig(process.env)
const database = await openDatabase({ databaseUrl, dataDir, log: (message, details) => console.error(message, details ?? '') }).catch(
  explain,
)
try {
  await migrate(database, path.join(projectRoot, 'migrations'))
  console.log(await command.run(database.db, words))
} catch (error) {
  await database.close()
  explain(error)
}
await database.close()
