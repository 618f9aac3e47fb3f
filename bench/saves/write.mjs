/**
 * Measures commits per second while WRITERS calendars change in parallel, in ROUNDS rounds of SECONDS each. Prints the rates per contender
 * as JSON.
 */
import { sql } from 'drizzle-orm'
import { migrate } from '../../src/server/lib/db/migrate.ts'
import { announce, flushNotices, listen } from '../../src/server/lib/db/notices.ts'
import { drizzleOver } from '../../src/server/lib/db/open.ts'
import { makePool } from '../../src/server/lib/db/pool.ts'
import { inTurns } from '../figures.mjs'

const { DATABASE_URL: connectionString, WRITERS: writers = '', SECONDS: seconds = '', ROUNDS: rounds = '' } = process.env
const WARM_UP_SECONDS = 1

/** @typedef {import('../../src/server/lib/db/client.ts').Db} Db */

const pool = makePool({ connectionString, max: Number(writers) + 1 }, console.error)
const database = drizzleOver(pool, console.error)
await migrate({ pool }, 'migrations')
await pool.query(`insert into users (email, timezone, preferences, created_at)
  select 'teacher.' || n || '@school.example', 'America/New_York', '{}', now() from generate_series(1, ${Number(writers)}) n`)
const { rows } = await pool.query('insert into calendars (user_id) select id from users returning id, user_id')
const notices = listen({ pool, kind: 'server' }, console.error)

/** @param {string} owner @param {number} version @returns {import('../../src/server/lib/db/notices.ts').DaysNotice} */
const notice = (owner, version) => ({
  kind: 'days',
  owner,
  dates: ['2026-11-18'],
  operationId: owner,
  version,
  previous: version - 1,
  hasRecords: false,
})

/** @type {{ name: string, tell: (db: Db, owner: string, version: number) => unknown }[]} */
const contenders = [
  { name: 'without a notice', tell: () => undefined },
  { name: 'with a notice, like saves', tell: (db, owner, version) => announce(db, notice(owner, version)) },
  {
    name: 'a notice in the transaction',
    tell: (db, owner, version) => db.execute(sql`select pg_notify('firstbell', ${JSON.stringify(notice(owner, version))})`),
  },
]

/**
 * Resolves with the total commits per second across all writers.
 * @param {(typeof contenders)[number]} contender
 * @param {number} length seconds
 */
async function load({ tell }, length) {
  let commits = 0
  const begun = performance.now()
  const end = begun + 1000 * length
  await Promise.all(
    rows.map(async ({ id, user_id: owner }) => {
      while (performance.now() < end) {
        await database.transaction(async (db) => {
          await db.execute(sql`update calendar_counters set version = version + 1 where calendar_id = ${id}`)
          await tell(db, owner, ++commits)
        })
      }
    }),
  )
  await flushNotices(database)
  return commits / ((performance.now() - begun) / 1000)
}

for (const contender of contenders) await load(contender, WARM_UP_SECONDS)
const results = await inTurns(contenders, Number(rounds), (contender) => load(contender, Number(seconds)))
console.log(JSON.stringify(Object.fromEntries(results)))
await notices.close()
await pool.end()
