/**
 * All that is kept of one person, as one archive: JSON for programs, and a page to read.
 *
 * 1. Days are read a few at a time and written as they are read, only as fast as the reader takes them: a planner of
 *    any size costs little memory, holds no database connection, and never keeps other calls waiting.
 * 2. What could open the account (the password's hash, the tokens of its devices) is not read.
 * 3. A table that is added and holds something of a person is written here too; routes.test.ts fails until it is.
 */
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { userOf } from '#server/features/accounts/actions.ts'
import { knownDevicesOf } from '#server/features/accounts/guessing/queries.ts'
import { sessionsOf } from '#server/features/accounts/sessions/queries.ts'
import { datesOfDays, datesWithHistory, daysOn, historyOn } from '#server/features/calendar/queries.ts'
import type { StoredDay } from '#server/features/calendar/tables.ts'
import { templatesOn } from '#server/features/templates/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import type { SentFile } from '#server/lib/http/serve.ts'
import { todayIn } from '#shared/dates.ts'
import { plannerPage } from './documents.ts'

/** Days a query, and changes of a day. A day may be as large as a body: 2 MB. */
const AT_ONCE = 5

async function* daysOf(db: Db, owner: string, dates: readonly string[]): AsyncGenerator<StoredDay> {
  for (let first = 0; first < dates.length; first += AT_ONCE) {
    const days = await daysOn(db, owner, dates.slice(first, first + AT_ONCE))
    yield* days.sort((a, b) => (a.date < b.date ? -1 : 1))
  }
}

async function* historyOf(db: Db, owner: string) {
  for (const date of await datesWithHistory(db, owner)) {
    let before: string | undefined
    do {
      const changes = await historyOn(db, owner, date, { before, limit: AT_ONCE })
      for (const change of changes) yield { date, ...change, at: change.at.toISOString() }
      before = changes.length === AT_ONCE ? changes.at(-1)?.operationId : undefined
    } while (before !== undefined)
  }
}

async function* jsonList(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const item of items) {
    yield before + JSON.stringify(item)
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

async function* json(value: unknown): AsyncGenerator<string> {
  yield `${JSON.stringify(value, null, 2)}\n`
}

/** The archive of one person, named after their today. */
export const exportData = async (db: Db, owner: string, now: Date): Promise<SentFile> => {
  const user = await userOf(db, owner, now)
  const [timeBlock, daily, weekly] = [
    await templatesOn(db, { owner, kind: 'time_block' }),
    await templatesOn(db, { owner, kind: 'daily' }),
    await templatesOn(db, { owner, kind: 'weekly' }),
  ]
  const dates = await datesOfDays(db, owner)
  const today = todayIn(user.timezone, now.getTime())

  const zip = new ZipFile()
  const content = zip.outputStream as Readable
  const add = (name: string, text: AsyncIterable<string>) => {
    const source = Readable.from(text, { objectMode: false })
    // The archive breaks off with the source: half of one must not look whole.
    source.on('error', (error) => content.destroy(error))
    zip.addReadStream(source, `firstbell-${today}/${name}`, { mtime: now })
  }
  add('planner.html', plannerPage({ user, today, dates, days: daysOf(db, owner, dates), templates: { timeBlock, daily, weekly } }))
  add('account.json', json(user))
  add('devices.json', json({ sessions: await sessionsOf(db, owner, now), knownBrowsers: await knownDevicesOf(db, owner) }))
  add('calendar.json', jsonList(daysOf(db, owner, dates)))
  add('history.json', jsonList(historyOf(db, owner)))
  add('templates.json', json({ timeBlock, daily, weekly }))
  zip.end()
  return { name: `firstbell-${today}.zip`, content }
}
