/**
 * One of several servers whose teachers save at the same time. Adds WRITERS teachers, sends `ready`, and then answers each message
 * `{ contender, seconds }` with the number of commits in that time.
 */
import { sql } from 'drizzle-orm'
import { changeDays, cleanBlocks, EMPTY_DAY } from '../../src/server/features/calendar/actions.ts'
import { AMPLE, aBlock, calendarOf } from '../../src/server/features/calendar/samples.ts'
import { migrate } from '../../src/server/lib/db/migrate.ts'
import { announce, flushNotices, listen } from '../../src/server/lib/db/notices.ts'
import { drizzleOver } from '../../src/server/lib/db/open.ts'
import { makePool } from '../../src/server/lib/db/pool.ts'

const { DATABASE_URL: connectionString, WRITERS: writers = '' } = process.env
const DATE = '2026-11-18'

/** @typedef {import('../../src/server/lib/db/client.ts').Db} Db */
/** @typedef {{ id: string, owner: string, calendar: Awaited<ReturnType<typeof calendarOf>> }} Writer */
/** @typedef {(db: Db, writer: Writer, count: number) => Promise<unknown>} Change */

const pool = makePool({ connectionString, max: Number(writers) + 1 }, console.error)
await migrate({ pool }, 'migrations')
/** Does everything that saves do, but drops their notices instead of sending them. @type {typeof pool} */
const quietPool = new Proxy(pool, {
  get: (target, name) =>
    name === 'query'
      ? (/** @type {{ text: string }} */ query, /** @type {unknown[]} */ values) =>
          query.text.includes('pg_notify') ? Promise.resolve({ rows: [] }) : pool.query(query, values)
      : Reflect.get(target, name),
})
const announcing = drizzleOver(pool, console.error)
const quiet = drizzleOver(quietPool, console.error)
const { rows } = await pool.query(
  `with added as (
     insert into users (email, timezone, preferences, created_at)
     select gen_random_uuid() || '@school.example', 'America/New_York', '{}', now() from generate_series(1, $1) returning id)
   insert into calendars (user_id) select id from added returning id, user_id`,
  [writers],
)
const teachers = await Promise.all(
  rows.map(async ({ id, user_id: owner }) => ({ id, owner, calendar: await calendarOf(announcing, owner) })),
)
const notices = listen({ pool, kind: 'server' }, console.error)

/** @param {string} owner @param {number} version @returns {import('../../src/server/lib/db/notices.ts').DaysNotice} */
const notice = (owner, version) => ({
  kind: 'days',
  owner,
  dates: [DATE],
  operationId: owner,
  version,
  previous: version - 1,
  hasRecords: false,
})

/** @param {Db} db @param {string} id */
const nextVersion = (db, id) => db.execute(sql`update calendar_counters set version = version + 1 where calendar_id = ${id}`)

/** @type {Change} */
const changeOneRow = (database, { id, owner }, count) =>
  database.transaction(async (db) => {
    await nextVersion(db, id)
    announce(db, notice(owner, count))
  })

/** @type {Change} */
const notifyInside = (database, { id, owner }, count) =>
  database.transaction(async (db) => {
    await nextVersion(db, id)
    await db.execute(sql`select pg_notify('firstbell', ${JSON.stringify(notice(owner, count))})`)
  })

const day = await cleanBlocks(Array.from({ length: 6 }, (_, order) => aBlock({ order })))
/** @type {Change} */
const save = (db, { owner, calendar }, count) => {
  const blocks = day.map((block) => ({ ...block, title: `Math ${count % 100}` }))
  const edits = [{ date: DATE, to: () => ({ ...EMPTY_DAY, blocks }) }]
  return changeDays(db, { calendar, actor: owner, kind: 'save', edits, now: new Date(), quota: AMPLE })
}

/** @type {Record<string, { db: Db, change: Change }>} */
const CONTENDERS = {
  'one row, without a notice': { db: quiet, change: changeOneRow },
  'one row, with a notice': { db: announcing, change: changeOneRow },
  'one row, with a notice in its transaction': { db: quiet, change: notifyInside },
  'a saved day, without a notice': { db: quiet, change: save },
  'a saved day, with a notice': { db: announcing, change: save },
}

/** @param {{ contender: string, seconds: number }} message */
async function load({ contender, seconds }) {
  const { db, change } = CONTENDERS[contender] ?? { db: announcing, change: save }
  let commits = 0
  const end = performance.now() + 1000 * seconds
  await Promise.all(
    teachers.map(async (teacher) => {
      while (performance.now() < end) await change(db, teacher, ++commits)
    }),
  )
  await flushNotices(db)
  return commits
}

process.on('message', async (/** @type {{ contender: string, seconds: number } | 'end'} */ message) => {
  if (message === 'end') {
    await notices.close()
    await pool.end()
    process.disconnect()
  } else process.send?.(await load(message))
})
process.send?.('ready')
