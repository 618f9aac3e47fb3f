/** Fills OWNER's planner with LESSONS lessons of 3.3 kB each, using the same code as normal saves. */

import { changeDays } from '../../src/server/features/calendar/actions.ts'
import { calendarOf } from '../../src/server/features/calendar/samples.ts'
import { openDatabase } from '../../src/server/lib/db/open.ts'
import { addDays } from '../../src/shared/dates.ts'
import { dayOfLessons } from './lessons.mjs'

const { OWNER: owner = '', LESSONS: lessons, DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = process.env
const A_DAY = 8
/** Days per operation. */
const AT_ONCE = 25

const database = await openDatabase({ databaseUrl, dataDir, log: console.error })
const calendar = await calendarOf(database.db, owner)
const quota = { lessons: 1e9, history: 1e9 }
for (let first = 0; first < Number(lessons) / A_DAY; first += AT_ONCE) {
  const edits = Array.from({ length: AT_ONCE }, (_, day) => {
    const blocks = /** @type {import('../../src/server/features/calendar/tables.ts').StoredBlock[]} */ (dayOfLessons(A_DAY))
    const content = { isBlocked: false, blockedText: null, hasNote: false, noteText: null, blocks }
    return { date: addDays('2020-01-06', first + day), to: () => content }
  })
  await changeDays(database.db, { calendar, actor: owner, kind: 'save', edits, now: new Date(), quota })
}
const client = await database.pool.connect()
await client.query('set statement_timeout = 0')
await client.query('vacuum (analyze) calendar_days, calendar_words')
client.release()
await database.close()
