/**
 * `npm run admin -- <command>`: creates schools, accounts and links, and appoints school and platform admins, in the configured database.
 * Only one process at a time can open an embedded database, so stop the server first.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '#server/config.ts'
import { CannotBeDone, makeAdmin, makePasswordLink, nameAdministrator, openSchool } from '#server/features/admin/actions.ts'
import { addAccounts } from '#server/features/admin/added-accounts/actions.ts'
import { settleRecovered } from '#server/features/backups/actions.ts'
import { makeTrials } from '#server/features/billing/trials/actions.ts'
import { opensGrants } from '#server/features/drive/actions.ts'
import { makeMailQueue } from '#server/features/mail/actions.ts'
import type { Db } from '#server/lib/db/client.ts'
import { DataFolderInUse } from '#server/lib/db/embedded/folder-lock.ts'
import { migrate } from '#server/lib/db/migrate.ts'
import { openDatabase } from '#server/lib/db/open.ts'
import { runStatement } from '#server/lib/db/statement.ts'
import { acceptKey, openFittingKeys } from '#server/lib/keys/fitting-key.ts'
import { openKeyRing } from '#server/lib/keys/kept-key.ts'
import { addressOf } from '#server/lib/start/sign-up-settings.ts'
import { inProject } from '#server/project-folder.ts'
import { ACTIVE_AGAIN, giveUp, requireDatabase, runCommand, warn } from './run-command.ts'

type Command = {
  /** Arguments after the command name, as shown to the operator. Arguments in brackets are optional. */
  words: readonly string[]
  /** Resolves to a sentence that describes the result. Throws CannotBeDone or BadList. */
  run: (at: { db: Db; config: Config; now: Date }, words: string[]) => Promise<string>
}

const NEW_LINKS = '--new-links'

const readList = (file: string): Promise<Uint8Array> =>
  readFile(path.resolve(file)).catch((error: NodeJS.ErrnoException) => {
    throw new CannotBeDone(`${path.resolve(file)} can't be read (${error.code}).`)
  })

/** Creates accounts from a list, and prints the links that aren't emailed. */
const addFrom: Command['run'] = async ({ db, config, now }, [file = '', flag]) => {
  if (flag !== undefined && flag !== NEW_LINKS) throw new CannotBeDone(`${flag} isn't an option. Use ${NEW_LINKS}, or leave it out.`)
  const list = await readList(file)
  const { keys: written, dataDir } = config
  const keys = await openFittingKeys({ db, keys: written, dataDir, opensSealed: (ring) => opensGrants(db, ring), warn })
  const mail = config.mail && (await import('#server/lib/integrations/open-mail.ts')).openMail(config.mail)
  const means = {
    keys,
    mailQueue: makeMailQueue({ ...(mail && { mail }) }, keys),
    trials: makeTrials(keys, config),
    timezone: config.timeZone,
  }
  const done = { made: 0, left: 0, links: 0 }
  for await (const page of addAccounts(db, list, { ...means, newLinks: flag !== undefined }, now)) {
    for (const { email, link } of page.links) console.log(`${email}\t${addressOf(config)}${link}`)
    for (const email of page.unsent) warn(`${email} has reached today's email limit. Send another link tomorrow with ${NEW_LINKS}.`)
    done.made += page.made
    done.left += page.left
    done.links += page.links.length
  }
  const links = mail ? 'The server emails the links to set a password.' : `Links to set a password (listed above): ${done.links}.`
  return `Accounts created: ${done.made}. Already existed: ${done.left}. ${links} Each link works once, within 7 days.`
}

/** Returns a value as a line of text. */
const shown = (value: unknown): unknown =>
  value instanceof Date ? value.toISOString() : value && typeof value === 'object' ? JSON.stringify(value) : value

const COMMANDS: Record<string, Command> = {
  'create-school': {
    words: ['<name>', '<time zone>', '<email of its first administrator>'],
    run: async ({ db, now }, [name = '', timezone = '', email = '']) => {
      const id = await openSchool(db, { name, timezone, email }, now)
      return `Created ${name.trim()} (${id}). ${email} is its administrator and can invite its teachers in Firstbell.`
    },
  },
  'make-school-admin': {
    words: ['<school>', '<email>'],
    run: async ({ db, now }, [school = '', email = '']) =>
      `${email} is now an administrator of ${await nameAdministrator(db, { school, email }, now)}.`,
  },
  'accept-key': {
    words: [],
    run: async ({ db, config }) => {
      const keys = openKeyRing(config.keys, config.dataDir, warn)
      await acceptKey(db, keys)
      return "The database now uses the current key. Data encrypted with another key can't be read: special notes say so until their teachers write them again, earlier reports of substitutes are lost, people have to connect Google Drive again, second trials are no longer noticed, and older backups need the lost key."
    },
  },
  'after-recovery': {
    words: [],
    run: async ({ db, config, now }) => {
      const { keys: written, dataDir, backupDir } = config
      const keys = await openFittingKeys({ db, keys: written, dataDir, opensSealed: (ring) => opensGrants(db, ring), warn })
      const done = await settleRecovered(db, { backupDir, keys, trials: makeTrials(keys, config), now })
      if (!done.isListWhole)
        warn(
          `${path.resolve(backupDir)} doesn't have the list of accounts deleted since then, so people who were deleted later are back. If there's a file named 'deleted' elsewhere, copy it there and run this again.`,
        )
      return `The database was in use until ${done.until.toISOString()}. Deleted again: ${done.deleted} accounts. Everyone has to sign in again. Mail that waited was dropped.\n${ACTIVE_AGAIN}`
    },
  },
  sql: {
    words: ['<statement>'],
    run: async ({ db }, [statement = '']) => {
      const { rows, changed } = await runStatement(db, statement)
      if (rows.length === 0) return `Rows: ${changed}.`
      console.table(rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shown(value)]))))
      return `Rows: ${rows.length}.`
    },
  },
  'password-link': {
    words: ['<email>'],
    run: async ({ db, config, now }, [email = '']) => {
      const link = await makePasswordLink(db, email, now)
      return `${addressOf(config)}${link}\nThis link sets a new password for ${email.trim()}. It works once, within an hour.`
    },
  },
  'add-accounts': { words: ['<file.csv>', `[${NEW_LINKS}]`], run: addFrom },
  'make-admin': {
    words: ['<email>'],
    run: async ({ db, now }, [email = '']) => {
      await makeAdmin(db, email, now)
      return `${email} is now a Firstbell admin.`
    },
  },
}

const USAGE = `${Object.entries(COMMANDS)
  .map(([name, { words }]) => ['npm run admin --', name, ...words].join(' '))
  .join('\n')}

Without npm: node dist/server/admin.js <command>
Put a name with spaces in quotes: create-school "Lincoln Elementary" America/New_York priya.shah@school.example
A list has the columns email address, first name, last name, and school, which may be empty.
In the other commands, the person must already have an account. Use accept-key only if the database's key is lost forever, sql only if you know the tables or a page of the docs says so, and after-recovery only after PostgreSQL brought the database back to an earlier time.`

const [name = '', ...words] = process.argv.slice(2)
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
const needed = command?.words.filter((word) => !word.startsWith('[')).length ?? 0
if (!command || words.length < needed || words.length > command.words.length) giveUp(USAGE)
else
  await runCommand(async (config) => {
    requireDatabase(config)
    const database = await openDatabase({ ...config, log: warn }).catch((error: unknown) => {
      if (error instanceof DataFolderInUse)
        error.message +=
          '\nOnly one process can use the embedded database at a time. Stop the server, run this command, then start the server again.'
      throw error
    })
    try {
      await migrate(database, inProject('migrations'))
      console.log(await command.run({ db: database.db, config, now: new Date() }, words))
    } finally {
      await database.close()
    }
  })
