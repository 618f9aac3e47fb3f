// @module-tag engine

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#shared/dates.ts'
import { db, doJob, pool } from '#test/app.ts'
import { forgetOldAudit } from './jobs.ts'
import { record } from './queries.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)
const write = (at: Date) => record(db, { at, actorId: randomUUID(), act: 'school.looked', subjectId: randomUUID() })
const ages = async () =>
  (await pool.query('select at from audit_log order by id')).rows.map(({ at }) => Math.round((Date.now() - at.getTime()) / DAY_MS))

describe('log entries are kept for twelve months', () => {
  test.each([
    ['changed', `update audit_log set act = 'invite.sent'`],
    ['changed, not even an old row', `update audit_log set act = 'invite.sent' where at < now() - interval '12 months'`],
    ['deleted', `delete from audit_log where at > now() - interval '12 months'`],
    ['emptied', 'truncate audit_log'],
  ])('it cannot be %s', async (_what, statement) => {
    await write(daysAgo(0))
    await write(daysAgo(360))
    await write(daysAgo(400))
    await expect(pool.query(statement)).rejects.toThrow('The audit log only grows')
    expect(await ages()).toEqual([0, 360, 400])
  })

  test('then they are deleted, in any number', async () => {
    await write(daysAgo(0))
    await write(daysAgo(364))
    await pool.query(`insert into audit_log (at, act) select now() - interval '13 months', 'invite.sent' from generate_series(1, 2500)`)
    await doJob(forgetOldAudit, new Date())
    expect(await ages()).toEqual([0, 364])
  })

  test('a failed action is not logged', async () => {
    await expect(
      db.transaction(async (db) => {
        await record(db, { at: daysAgo(0), act: 'invite.sent' })
        throw new Error('The act failed')
      }),
    ).rejects.toThrow('The act failed')
    expect(await ages()).toEqual([])
  })
})
