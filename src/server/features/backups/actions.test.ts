// @module-tag engine
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { makeTrials } from '#server/features/billing/trials/actions.ts'
import { keepDrive } from '#server/features/drive/actions.ts'
import { beginList, noteDeleted } from '#server/lib/backup/deleted-people.ts'
import { call, clock, db, keys, pool } from '#test/app.ts'
import { settleRecovered, settleRestored } from './actions.ts'

const trials = makeTrials(keys, { isFree: false })

test('people deleted since are deleted again, with all side effects, and everybody is signed out', async () => {
  const [ann, ben] = [await aTeacher(db, { now: clock() }), await aTeacher(db, { now: clock() })]
  await keepDrive(db, keys, ann.userId, 'a refresh token', clock())
  await pool.query('insert into billing_customers (user_id, customer_id) values ($1, $2)', [ann.userId, 'cus_ann'])
  const gone = '00000000-0000-4000-8000-000000000000'
  // Simulates a restore, which may roll everything back.
  const tries = db.transaction(async (db) => {
    await settleRestored(db, { deleted: [ann.userId, gone], keys, trials, now: clock() })
    throw new Error('taken back')
  })
  await expect(tries).rejects.toThrow('taken back')
  expect((await call('GET', '/api/user', { token: ann.token })).status).toBe(200)

  await db.transaction((db) => settleRestored(db, { deleted: [ann.userId, gone], keys, trials, now: clock() }))
  expect((await pool.query('select id from users')).rows).toEqual([{ id: ben.userId }])
  expect((await pool.query('select name from jobs order by name')).rows).toEqual([{ name: 'close-drive' }, { name: 'leave-stripe' }])
  expect((await pool.query('select 1 from past_trials')).rows).toHaveLength(1)
  expect((await call('GET', '/api/user', { token: ben.token })).status).toBe(401)
  expect((await pool.query('select act, actor_id, subject_id from audit_log')).rows).toEqual([
    { act: 'backup.restored', actor_id: null, subject_id: null },
  ])
})

test('after PostgreSQL went back in time, everyone in the list of deleted accounts is deleted again, and everybody is signed out', async () => {
  const backupDir = mkdtempSync(path.join(tmpdir(), 'firstbell-recovered-'))
  try {
    const [ann, ben] = [await aTeacher(db, { now: clock() }), await aTeacher(db, { now: clock() })]
    // Later than the last entry in the audit log.
    const recovered = new Date(clock().getTime() + 60_000)
    await pool.query(
      `insert into job_runs (id, job_id, name, try, started_at, outcome) values (gen_random_uuid(), 1, 'release-tokens', 1, $1, 'done')`,
      [recovered],
    )
    const settle = () => settleRecovered(db, { backupDir, keys, trials, now: clock() })
    // The list is missing, so nobody can say who was deleted.
    expect(await settle()).toMatchObject({ deleted: 0, isListWhole: false })
    expect((await call('GET', '/api/user', { token: ben.token })).status).toBe(401)
    await beginList(backupDir, new Date('2026-09-01T00:00:00Z'))
    await noteDeleted(backupDir, ann.userId, new Date('2026-11-02T00:00:00Z'))
    await noteDeleted(backupDir, '00000000-0000-4000-8000-000000000000', clock())
    expect(await settle()).toEqual({ deleted: 1, until: recovered, isListWhole: true })
    expect((await pool.query('select id from users')).rows).toEqual([{ id: ben.userId }])
  } finally {
    rmSync(backupDir, { recursive: true })
  }
})
