// @module-tag engine
/** Concurrency tests. With a PostgreSQL test database, each request has its own connection. */
import { expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { clock, db, pool } from '#test/app.ts'
import { isFullSize } from '#test/size.ts'
import { grantPlans } from './actions.ts'

/** The embedded engine has a single connection, so races can't occur and a few rounds are enough. */
const ROUNDS = !process.env['TEST_DATABASE_URL'] ? 3 : isFullSize ? 50 : 10

test('of two administrators who grant Ann a plan and the add-on at the same moment, neither undoes the other', async () => {
  const admin = await aTeacher(db, { now: clock() })
  const by = { actorId: admin.userId, now: clock() }
  for (let round = 0; round < ROUNDS; round++) {
    const { userId } = await aTeacher(db, { now: clock() })
    await Promise.all([
      grantPlans(db, [{ userId, until: '2027-06-30', aiUntil: undefined }], by),
      grantPlans(db, [{ userId, until: undefined, aiUntil: '2027-01-31' }], by),
    ])
    const { rows } = await pool.query('select granted_until::text, ai_granted_until::text from subscriptions where user_id = $1', [userId])
    expect(rows, `round ${round}`).toEqual([{ granted_until: '2027-06-30', ai_granted_until: '2027-01-31' }])
  }
})
