/** The data map describes every column of the database, and says the truth about how long each is kept. */
import { PGlite } from '@electric-sql/pglite'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forgetGuests } from '#server/features/accounts/guests/jobs.ts'
import { forgetArrivals } from '#server/features/accounts/providers/jobs.ts'
import { forgetOldAudit } from '#server/features/audit/jobs.ts'
import { forgetOldEvents } from '#server/features/billing/jobs.ts'
import { forgetPastTrials } from '#server/features/billing/trials/jobs.ts'
import { forgetOldOperations } from '#server/features/calendar/jobs.ts'
import { forgetIdempotencyKeys } from '#server/features/idempotency/jobs.ts'
import { forgetOldMails } from '#server/features/mail/jobs.ts'
import { forgetSignInAttempts } from '#server/features/sign-in/guessing/jobs.ts'
import { forgetPasswordLinks } from '#server/features/sign-in/reset/jobs.ts'
import { forgetEndedSessions } from '#server/features/sign-in/sessions/jobs.ts'
import { forgetSubLinks } from '#server/features/sub-links/jobs.ts'
import { forgetSubReports } from '#server/features/sub-reports/jobs.ts'
import { forgetDeletedTemplates } from '#server/features/templates/jobs.ts'
import { tablesParentsFirst } from '#server/lib/db/catalog.ts'
import { PARENTS } from '#server/lib/db/data-map.ts'
import { execOn } from '#server/lib/db/embedded/pglite-exec.ts'
import { poolOver } from '#server/lib/db/embedded/pglite-pool.ts'
import { drizzleOver } from '#server/lib/db/open.ts'
import { forgetOldRuns } from '#server/lib/jobs/forget.ts'
import type { Job, JobCall } from '#server/lib/jobs/run.ts'
import { dataMapPage, type MappedTable, readDataMaps } from './data-map-page.ts'
import { growUp } from './older-database.ts'

const { missing, tables } = await readDataMaps()

/** The jobs that delete rows after a time. */
const JOBS: Record<string, Job['run']> = {
  'forget-guests': forgetGuests,
  'forget-arrivals': forgetArrivals,
  'forget-old-audit': forgetOldAudit,
  'forget-old-events': forgetOldEvents,
  'forget-past-trials': forgetPastTrials,
  'forget-old-operations': forgetOldOperations,
  'forget-old-mails': forgetOldMails,
  'forget-sign-in-attempts': forgetSignInAttempts,
  'forget-idempotency-keys': forgetIdempotencyKeys,
  'forget-password-links': forgetPasswordLinks,
  'forget-ended-sessions': forgetEndedSessions,
  'forget-sub-links': forgetSubLinks,
  'forget-sub-reports': forgetSubReports,
  'forget-deleted-templates': forgetDeletedTemplates,
  'forget-old-runs': forgetOldRuns,
}
/** The rows that `only` in the data map means, and a change that makes one. Other words in the map need other conditions here. */
const ONLY: Record<string, { where: string; make?: string }> = {
  guests: { where: 'email is null' },
  'those that weren’t paid': { where: 'paid_at is null', make: 'update billing_checkouts set paid_at = null' },
  'those that failed too often': { where: 'schedule is null' },
  'those that the teacher doesn’t keep': { where: 'not is_kept', make: 'update sub_reports set is_kept = false' },
  'those that the teacher deleted': { where: `name = 'An old Monday'` },
}
/** Tables with rows of people who have no account, whose other rows are deleted with the account. */
const ALSO_OF_NOBODY = ['calendars', 'google_arrivals', 'mails']

let engine: PGlite
let pool: pg.Pool

/** A database with rows in each table, as the versions until now left it. */
beforeAll(async () => {
  engine = await PGlite.create()
  ;({ pool } = poolOver(execOn(engine), () => undefined))
  await growUp(pool)
})
afterAll(async () => {
  await pool.end()
  await engine.close()
})

test('each table and each column of the database is in the data map', async () => {
  expect(missing).toEqual([])
  const inDatabase = (await tablesParentsFirst(pool)).flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`))
  const inMap = tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`))
  expect(inMap.sort()).toEqual(inDatabase.sort())
})

test('docs/data-map.md is up to date: after a change, run `npm run data-map`', () =>
  expect(dataMapPage(tables)).toMatchFileSnapshot('../docs/data-map.md'))

test('a table that is deleted with another one has a foreign key to it that cascades', async () => {
  const { rows } = await pool.query(
    `select distinct conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint where contype = 'f' and confdeltype = 'c'`,
  )
  const cascades = new Map<string, string[]>()
  for (const { child, parent } of rows) cascades.set(child, [...(cascades.get(child) ?? []), parent])
  const reaches = (child: string, parent: string): boolean =>
    (cascades.get(child) ?? []).some((next) => next === parent || reaches(next, parent))
  const wrong = tables.filter(({ name, kept }) => kept.with !== 'nothing' && !reaches(name, PARENTS[kept.with]))
  expect(wrong.map(({ name }) => name)).toEqual([])
  // And the other way: nothing disappears that the map says is kept.
  const gone = tables.filter(({ name, kept }) => kept.with === 'nothing' && reaches(name, 'users'))
  expect(gone.map(({ name }) => name)).toEqual([])
})

test('a column that is called sealed or a hash is described as one', () => {
  const wrong = tables.flatMap(({ name, columns }) =>
    columns.flatMap(({ name: column, column: [, , { form } = {}] }) => {
      const expected = column.startsWith('sealed') ? 'encrypted' : /(?:^|_)hash$/.test(column) ? 'hash' : undefined
      return expected === undefined || form === expected ? [] : [`${name}.${column}`]
    }),
  )
  expect(wrong).toEqual([])
})

describe('each job deletes', () => {
  const ending = tables.flatMap(({ name, kept: { ends } }) => (ends ? [{ name, ...ends }] : []))
  const which = ({ only }: { only?: string }) => (only === undefined ? 'true' : ONLY[only]?.where)
  const countOf = async (table: { name: string; only?: string }): Promise<number> =>
    (await pool.query(`select count(*)::int as count from ${table.name} where ${which(table)}`)).rows[0].count

  /** Makes all rows older than the map says, by `interval`, and runs all jobs. Returns the tables that have rows left. */
  const leftAfter = async (interval: string): Promise<string[]> => {
    await pool.query(`set session_replication_role = replica`)
    for (const table of ending) {
      const [[unit = '', amount] = []] = Object.entries(table.after)
      const at = `now() - make_interval(${unit} => ${amount}) - interval '${interval}'`
      await pool.query(`update ${table.name} set ${table.since} = ${at} where ${which(table)}`)
    }
    await pool.query(`set session_replication_role = origin`)
    const call: Partial<JobCall> = { db: drizzleOver(pool, () => undefined), now: new Date(), signal: new AbortController().signal }
    for (const { by } of ending) {
      const job = JOBS[by]
      if (!job) throw new Error(`Add the job ${by} to JOBS in this test`)
      await job(call as JobCall)
    }
    const left: string[] = []
    for (const table of ending) if ((await countOf(table)) > 0) left.push(table.name)
    return left
  }
  const names = ending.map(({ name }: Pick<MappedTable, 'name'>) => name)

  test('nothing before its time, and everything after it', async () => {
    // The rows were added without counting them.
    await pool.query('update calendar_counters set history_bytes = 1000000')
    for (const { make } of Object.values(ONLY)) if (make) await pool.query(make)
    expect(await leftAfter('-1 hour')).toEqual(names)
    expect(await leftAfter('1 minute')).toEqual([])
  })

  test('and the end of all accounts leaves only what the map says it leaves', async () => {
    await pool.query('delete from users')
    const left: string[] = []
    for (const { name, kept } of tables) {
      if (kept.with !== 'account') continue
      const { rows } = await pool.query(`select 1 from ${name} where ${ALSO_OF_NOBODY.includes(name) ? 'user_id is not null' : 'true'}`)
      if (rows.length > 0) left.push(name)
    }
    expect(left).toEqual([])
  })
})
