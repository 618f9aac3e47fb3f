// @module-tag engine
import { describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { makeAdmin } from '#server/features/admin/actions.ts'
import { call, clock, db, pool } from '#test/app.ts'
import { aMember, aSchoolWith } from './samples.ts'

type Person = { token: string; userId: string; email: string; password: string }
const deleteOwn = ({ token, password }: Person) => call('POST', '/api/user/delete', { token, body: { password, confirmation: 'DELETE' } })
const makeAdministrator = (by: Person, of: Person) =>
  call('PATCH', `/api/admin/teachers/${of.userId}`, { token: by.token, body: { isAdministrator: true } })
const administrators = async (schoolId: string): Promise<number> =>
  (await pool.query('select 1 from user_roles where school_id = $1 and school_administration', [schoolId])).rows.length
const aSchoolOf = async () => {
  const school = await aSchoolWith(db, { now: clock() })
  return { ...school, priya: school.administrator as Person, grace: (await aMember(db, school, { now: clock() })) as Person }
}

describe('the last administrator of a school', () => {
  test('can’t delete the account while other teachers are in the school, with the same message as for leaving, unless there is another administrator', async () => {
    const { id, priya, grace } = await aSchoolOf()
    const refused = await deleteOwn(priya)
    const left = await call('POST', '/api/school/leave', { token: priya.token })
    expect([refused.status, refused.body]).toEqual([422, left.body])
    expect(refused.body.message).toBe('A school needs at least one administrator. Make another teacher an administrator first.')
    expect((await call('GET', '/api/user', { token: priya.token })).status).toBe(200)

    await makeAdministrator(priya, grace)
    expect((await deleteOwn(priya)).status).toBe(200)
    expect(await administrators(id)).toBe(1)
  })

  test('can’t be deleted from the dashboard either', async () => {
    const { priya } = await aSchoolOf()
    const ada = await aTeacher(db, { now: clock() })
    await makeAdmin(db, ada.email, clock())
    const body = { email: priya.email, password: ada.password }
    expect(await call('POST', `/api/admin/users/${priya.userId}/delete`, { token: ada.token, body })).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('A school needs at least one administrator.') },
    })
  })

  test('can delete the account if no one else is in the school', async () => {
    const { administrator } = await aSchoolWith(db, { now: clock() })
    expect((await deleteOwn(administrator as Person)).status).toBe(200)
  })

  test('remains if all of them delete their accounts at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, priya, grace, ...school } = await aSchoolOf()
      await aMember(db, { id, ...school }, { now: clock() })
      await makeAdministrator(priya, grace)
      const replies = await Promise.all([deleteOwn(priya), deleteOwn(grace)])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 422])
      expect(await administrators(id)).toBe(1)
    }
  })
})
