// @module-tag engine
/** Concurrency tests. With a PostgreSQL test database, each request has its own connection. */
import { expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { call, clock, db, pool } from '#test/app.ts'
import { isFullSize } from '#test/size.ts'

/** The embedded engine has a single connection, so requests can't race there. */
const ROUNDS = !process.env['TEST_DATABASE_URL'] ? 3 : isFullSize ? 200 : 20

test('of two platform admins who remove each other or leave at the same moment, one remains', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [ada, bea] = [await aTeacher(db, { now: clock() }), await aTeacher(db, { now: clock() })]
    const both = [ada.userId, bea.userId]
    await pool.query('update user_roles set is_admin = user_id = any($1)', [both])
    const end = (by: typeof ada, of: typeof ada) =>
      call('PATCH', `/api/admin/users/${of.userId}/admin`, { token: by.token, body: { isAdmin: false } })
    const leave = (who: typeof ada) => call('POST', '/api/user/delete', { token: who.token, body: { confirmation: 'DELETE' } })
    const ways = [() => [end(ada, bea), end(bea, ada)], () => [end(ada, ada), end(bea, bea)], () => [end(ada, bea), leave(ada)]]
    const statuses = (await Promise.all(ways[round % ways.length]?.() ?? [])).map(({ status }) => status)
    const { rows } = await pool.query('select user_id from user_roles where is_admin')
    expect(rows, `round ${round}: ${statuses}`).toHaveLength(1)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.every((status) => [200, 401, 403, 409, 422].includes(status))).toBe(true)
  }
})
