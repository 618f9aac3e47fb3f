import { expect, test } from 'vitest'
import { call, clock, db, pool } from '#test/app.ts'
import { aMember, aSchoolWith } from './samples.ts'

test('an administrator makes the school’s devices shared, and its teachers’ devices learn it with the account', async () => {
  const school = await aSchoolWith(db, { now: clock() })
  const ann = await aMember(db, school, { now: clock() })
  const other = await aSchoolWith(db, { now: clock() })
  const of = async ({ token }: { token: string }) => (await call('GET', '/api/user', { token })).body.usesSharedDevices
  const set = (usesSharedDevices: boolean, { token } = school.administrator) =>
    call('PATCH', '/api/admin/school-devices', { token, body: { usesSharedDevices } })
  expect([await of(ann), await of(school.administrator)]).toEqual([false, false])
  expect((await set(true, ann)).status).toBe(403)
  for (let press = 0; press < 3; press++) expect((await set(true)).status).toBe(200)
  expect([await of(ann), await of(school.administrator), await of(other.administrator)]).toEqual([true, true, false])
  await call('POST', '/api/school/leave', { token: ann.token })
  expect(await of(ann)).toBe(false)
  await set(false)
  const { rows } = await pool.query(`select act from audit_log where school_id = $1 and act like '%devices' order by id`, [school.id])
  expect(rows.map(({ act }) => act)).toEqual(['school.shared_devices', 'school.own_devices'])
})
