/**
 * `npm run admin -- <command>`: opens schools and names who looks after them, in the database of the settings.
 * An embedded database belongs to one process at a time: stop the server first.
 */
import type { Config } from '#server/config.ts'
import { makeAdmin, nameAdministrator, openSchool } from '#server/features/admin/actions.ts'
import type { Db } from '#server/lib/db/client.ts'
import { DataFolderInUse } from '#server/lib/db/folder-lock.ts'
import { migrate } from '#server/lib/db/migrate.ts'
import { openDatabase } from '#server/lib/db/open.ts'
import { acceptKey } from '#server/lib/keys/fitting-key.ts'
import { openKeyRing } from '#server/lib/keys/kept-key.ts'
import { inProject } from '#server/project-folder.ts'
import { giveUp, requireDatabase, runCommand, warn } from './run-command.ts'

type Command = {
  /** Its words after the name, as they are explained to an operator. */
  words: readonly string[]
  /** Resolves to what it did, in a sentence. Throws CannotBeDone. */
  run: (at: { db: Db; config: Config; now: Date }, words: string[]) => Promise<string>
}

const COMMANDS: Record<string, Command> = {
  'create-school': {
    words: ['<name>', '<time zone>', '<e-mail of its first administrator>'],
    run: async ({ db, now }, [name = '', timezone = '', email = '']) => {
      const id = await openSchool(db, { name, timezone, email }, now)
      return `${name.trim()} is open (${id}). ${email} administers it and invites its teachers in Firstbell.`
    },
  },
  'make-school-admin': {
    words: ['<school>', '<e-mail>'],
    run: async ({ db, now }, [school = '', email = '']) => `${email} administers ${await nameAdministrator(db, { school, email }, now)}.`,
  },
  'accept-key': {
    words: [],
    run: async ({ db, config }) => {
      const keys = openKeyRing(config.keys, config.dataDir, warn)
      await acceptKey(db, keys)
      return 'The database is used with the present key from now on. What another key sealed stays closed: people open Google Drive again, a second trial is no longer noticed, and older backups need the lost key.'
    },
  },
  'make-admin': {
    words: ['<e-mail>'],
    run: async ({ db, now }, [email = '']) => {
      await makeAdmin(db, email, now)
      return `${email} looks after the platform.`
    },
  },
}

const USAGE = `${Object.entries(COMMANDS)
  .map(([name, { words }]) => ['npm run admin --', name, ...words].join(' '))
  .join('\n')}

Without npm it is: node dist/server/admin.js <command>
A name with spaces stands in quotes: create-school "Lincoln Elementary" America/New_York priya.shah@school.example
Everybody who is named has an account already. accept-key is for when the key of the database is lost for ever.`

const [name = '', ...words] = process.argv.slice(2)
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
if (command?.words.length !== words.length) giveUp(USAGE)
else
  await runCommand(async (config) => {
    requireDatabase(config)
    const database = await openDatabase({ ...config, log: warn }).catch((error: unknown) => {
      if (error instanceof DataFolderInUse)
        error.message += '\nThe embedded database belongs to one process at a time: stop the server, do this, and start it again.'
      throw error
    })
    try {
      await migrate(database, inProject('migrations'))
      console.log(await command.run({ db: database.db, config, now: new Date() }, words))
    } finally {
      await database.close()
    }
  })
