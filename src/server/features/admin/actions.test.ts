import { expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aMember, aSchoolWith } from '#server/features/schools/samples.ts'
import { call, clock, db, pool, setClock } from '#test/app.ts'
import { makeAdmin, makePasswordLink, nameAdministrator, openSchool } from './actions.ts'

const teacher = (email?: string) => aTeacher(db, { now: clock(), ...(email && { email }) })
const open = (email: string, more: { name?: string; timezone?: string } = {}) =>
  openSchool(db, { name: 'Lincoln Elementary', timezone: 'America/New_York', ...more, email }, clock())
const schoolOf = async ({ token }: { token: string }) => (await call('GET', '/api/school', { token })).body.school

test('a school is created with its first administrator, who can then add entries', async () => {
  const priya = await teacher('priya@school.example')
  const id = await open(' PRIYA@school.example ', { name: '  École Élémentaire  ' })
  expect(await schoolOf(priya)).toMatchObject({ id, name: 'École Élémentaire', timezone: 'America/New_York', isAdministrator: true })
  const body = { date: '2026-11-18', schoolId: id, isBlocked: true, blockedText: 'Snow day' }
  expect((await call('POST', '/api/calendar', { token: priya.token, body })).status).toBe(201)
  expect((await pool.query('select act, actor_id, school_id from audit_log order by id')).rows).toEqual([
    { act: 'school.created', actor_id: null, school_id: id },
    { act: 'school.administrator', actor_id: null, school_id: id },
  ])
})

test.each([
  ['without a name', { name: '  ' }, 'School name: Enter the school’s name.'],
  ['with a name that is too long', { name: 'x'.repeat(201) }, 'School name: Use at most 200 characters.'],
  [
    'with a name that cannot be stored',
    { name: 'Lincoln\0' },
    'School name: This text has characters we can’t save, so paste it as plain text or retype it.',
  ],
  ['with an invalid time zone', { timezone: 'Nowhere' }, "Nowhere isn't a time zone. Use one like America/New_York."],
])('a school %s is not opened', async (_, more, message) => {
  const { email } = await teacher()
  await expect(open(email, more)).rejects.toThrow(message)
})

test('a school is not created twice, or with somebody who cannot administer it, and nothing is left behind', async () => {
  const { email } = await teacher('priya@school.example')
  await expect(open('nobody@school.example')).rejects.toThrow('No account uses nobody@school.example.')
  await open(email)
  await expect(open((await teacher()).email)).rejects.toThrow('A school named Lincoln Elementary already exists.')
  await expect(open(email, { name: 'Washington' })).rejects.toThrow('priya@school.example already belongs to another school.')
  const ada = await teacher('ada@school.example')
  await makeAdmin(db, ada.email, clock())
  await expect(open(ada.email, { name: 'Washington' })).rejects.toThrow('ada@school.example is a Firstbell admin.')
  expect((await pool.query('select name from schools')).rows).toEqual([{ name: 'Lincoln Elementary' }])
})

test('a school without administrators gets a new one: one of its teachers, or somebody without a school', async () => {
  const lincoln = await aSchoolWith(db, { now: clock() })
  const washington = await aSchoolWith(db, { now: clock() })
  const [ann, bob] = [await aMember(db, lincoln, { now: clock() }), await teacher()]
  const { token } = lincoln.administrator
  await call('POST', '/api/user/delete', { token, body: { confirmation: 'DELETE' } })
  const name = (email: string, school = lincoln.name) => nameAdministrator(db, { school, email }, clock())

  expect(await name(ann.email)).toBe(lincoln.name)
  expect(await name(bob.email, lincoln.id)).toBe(lincoln.name)
  expect(await name(bob.email)).toBe(lincoln.name)
  for (const person of [ann, bob]) expect(await schoolOf(person)).toMatchObject({ id: lincoln.id, isAdministrator: true })
  await expect(name(washington.administrator.email)).rejects.toThrow('already belongs to another school')
  await expect(name(ann.email, 'Jefferson')).rejects.toThrow('No school is named Jefferson.')
})

test('platform admins cannot be school administrators, and vice versa', async () => {
  const lincoln = await aSchoolWith(db, { now: clock() })
  const ann = await aMember(db, lincoln, { now: clock() })
  await makeAdmin(db, ann.email, clock())
  await makeAdmin(db, ann.email, clock())
  expect((await call('GET', '/api/user', { token: ann.token })).body).toMatchObject({ isAdmin: true })
  expect((await call('GET', '/api/admin/teachers', { token: ann.token })).status).toBe(404)
  const body = { isAdministrator: true }
  expect((await call('PATCH', `/api/admin/teachers/${ann.userId}`, { token: lincoln.administrator.token, body })).status).toBe(422)
  await expect(nameAdministrator(db, { school: lincoln.id, email: ann.email }, clock())).rejects.toThrow('is a Firstbell admin')
  await expect(makeAdmin(db, lincoln.administrator.email, clock())).rejects.toThrow('is a school administrator')
  expect((await pool.query(`select act from audit_log where act = 'role.admin'`)).rows).toHaveLength(1)
})

test('a teacher who forgot their password gets back in on an installation without mail', async () => {
  const ann = await teacher('ann@school.example')
  const asked = await call('POST', '/api/auth/forgot-password', { body: { email: ann.email } })
  expect(asked).toMatchObject({
    status: 503,
    body: { message: 'Email isn’t set up here. Ask hello@school.example for a link to set a new password.' },
  })
  const link = await makePasswordLink(db, ' ANN@school.example ', clock())
  const [, token = ''] = /^\/mail#reset=([\w-]{43})$/.exec(link) ?? []
  const reset = () => call('POST', '/api/auth/reset-password', { body: { token, newPassword: 'second-bell' } })
  expect((await reset()).status).toBe(200)
  expect((await reset()).status).toBe(404)
  expect((await call('GET', '/api/user', { token: ann.token })).status).toBe(401)
  expect((await call('POST', '/api/auth/login', { body: { email: ann.email, password: 'second-bell' } })).status).toBe(200)
  const { rows } = await pool.query(`select act, actor_id, subject_id from audit_log where act like 'account.%' order by id`)
  expect(rows).toEqual([
    { act: 'account.link', actor_id: null, subject_id: ann.userId },
    { act: 'account.reset', actor_id: ann.userId, subject_id: ann.userId },
  ])
})

test('a link from the console works for an hour, does not confirm the address, and is refused for people who only sign in with Google', async () => {
  const { email, userId } = await aTeacher(db, { now: clock(), isConfirmed: false })
  const [late, early] = [await makePasswordLink(db, email, clock()), await makePasswordLink(db, email, clock())]
  const reset = (link: string) =>
    call('POST', '/api/auth/reset-password', { body: { token: link.split('=')[1], newPassword: 'second-bell' } })
  setClock('2026-11-18T15:00:00Z')
  expect((await reset(late)).status).toBe(404)
  setClock('2026-11-18T14:59:59Z')
  expect((await reset(early)).status).toBe(200)
  expect((await pool.query('select email_confirmed_at from users')).rows).toEqual([{ email_confirmed_at: null }])
  await expect(makePasswordLink(db, 'nobody@school.example', clock())).rejects.toThrow('No account uses')
  await pool.query(`update users set password_hash = null, google_id = 'g-1' where id = $1`, [userId])
  await expect(makePasswordLink(db, email, clock())).rejects.toThrow("signs in with Google and doesn't have a password")
})
