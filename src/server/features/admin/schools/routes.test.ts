import { beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { makeAdmin } from '#server/features/admin/actions.ts'
import { aMember, aSchoolWith } from '#server/features/schools/samples.ts'
import { call, clock, db, pool } from '#test/app.ts'

const teacher = (email?: string) => aTeacher(db, { now: clock(), ...(email && { email }) })
const school = (name?: string) => aSchoolWith(db, { now: clock(), ...(name && { name }) })

let ada: Awaited<ReturnType<typeof aTeacher>>
beforeEach(async () => {
  ada = await teacher('ada@firstbell.example')
  await makeAdmin(db, ada.email, clock())
})

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const asAda = (method: Method, path: string, body?: object) => call(method, `/api/admin/schools${path}`, { token: ada.token, body })
const mySchool = async ({ token }: { token: string }) => (await call('GET', '/api/school', { token })).body
const actsOfAda = async () =>
  (await pool.query('select act, subject_id from audit_log where actor_id = $1 order by id', [ada.userId])).rows.map(
    ({ act, subject_id }) => [act, subject_id],
  )

describe('schools', () => {
  test('are listed by name with how many have joined, and found by a part of it', async () => {
    const washington = await school('washington')
    const lincoln = await aSchoolWith(db, { now: clock(), name: 'Lincoln 100%', members: 2 })
    const rows = [
      { id: lincoln.id, name: 'Lincoln 100%', timezone: 'America/New_York', teachers: 3, administrators: 1 },
      { id: washington.id, name: 'washington', timezone: 'America/New_York', teachers: 1, administrators: 1 },
    ]
    expect((await asAda('GET', '')).body).toEqual(rows)
    expect((await asAda('GET', '?q=WASH')).body).toEqual(rows.slice(1))
    expect((await asAda('GET', '?q=%25')).body).toEqual(rows.slice(0, 1))
    expect((await asAda('GET', `?q=${'x'.repeat(10_240)}`)).status).toBe(413)
  })

  test('are created without members, each name only once', async () => {
    const body = { name: ' Lincoln ', timezone: 'America/New_York' }
    const { status, body: opened } = await asAda('POST', '', body)
    expect(status).toBe(201)
    expect((await asAda('GET', `/${opened.id}`)).body).toMatchObject({ name: 'Lincoln', members: [], invitations: [] })
    const refused = async (change: object) => {
      const { status, body: refusal } = await asAda('POST', '', { ...body, ...change })
      return [status, refusal.message]
    }
    expect(await refused({})).toEqual([422, 'A school named Lincoln already exists.'])
    expect((await refused({ name: 'Other', timezone: 'Nowhere' }))[0]).toBe(422)
    expect((await refused({ name: ' ' }))[0]).toBe(422)
    expect(await actsOfAda()).toEqual([['school.created', null]])
  })

  test('take in only teachers who have accepted, who can then become administrators', async () => {
    const priya = await teacher('priya@school.example')
    const named = await asAda('POST', '', { name: 'Washington', timezone: 'UTC', email: priya.email })
    expect((await mySchool(priya)).school, `answered ${named.status}`).toBeNull()
    const { id } = (await asAda('POST', '', { name: 'Lincoln', timezone: 'UTC' })).body
    const makeAdministrator = () => asAda('PATCH', `/${id}/members/${priya.userId}`, { isAdministrator: true })
    await asAda('POST', `/${id}/invitations`, { email: priya.email })
    expect((await makeAdministrator()).status).toBe(404)
    const { school, invitations } = await mySchool(priya)
    expect(school).toBeNull()
    await call('POST', `/api/school/invitations/${invitations[0].id}/accept`, { token: priya.token })
    expect((await makeAdministrator()).status).toBe(200)
    expect((await mySchool(priya)).school).toMatchObject({ id, name: 'Lincoln', isAdministrator: true })
  })

  test('created concurrently under one name are one school', { tags: ['engine'] }, async () => {
    const opened = await Promise.all([1, 2, 3, 4].map(() => asAda('POST', '', { name: 'Lincoln', timezone: 'UTC' })))
    expect(opened.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422])
  })

  test('are renamed if the name is free', async () => {
    const [lincoln, washington] = [await school('Lincoln'), await school('Washington')]
    expect((await asAda('PATCH', `/${lincoln.id}`, { name: 'Washington' })).status).toBe(409)
    expect((await asAda('PATCH', `/${lincoln.id}`, { name: 'Lincoln Elementary' })).status).toBe(200)
    expect((await asAda('PATCH', `/${washington.id}`, { name: ' ' })).status).toBe(422)
    expect((await mySchool(lincoln.administrator)).school.name).toBe('Lincoln Elementary')
    expect(await actsOfAda()).toEqual([['school.renamed', null]])
  })

  test('that do not exist give 404 for every call', async () => {
    const path = '/7b1d8f1e-7e0a-4c54-9f5b-1d2c3a4b5c6d'
    const answers = [
      await asAda('GET', path),
      await asAda('PATCH', path, { name: 'Lincoln' }),
      await asAda('PATCH', `${path}/members/${ada.userId}`, { isAdministrator: true }),
      await asAda('DELETE', `${path}/members/${ada.userId}`),
      await asAda('POST', `${path}/invitations`, { email: 'ann@school.example' }),
      await asAda('DELETE', `${path}/invitations/${ada.userId}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  })
})

describe('the people of a school', () => {
  test('become administrators and stop being one; one remains, and none is a platform admin', async () => {
    const lincoln = await school()
    const ann = await aMember(db, lincoln, { now: clock() })
    const set = (userId: string, isAdministrator: boolean) => asAda('PATCH', `/${lincoln.id}/members/${userId}`, { isAdministrator })
    const { administrator } = lincoln
    expect((await set(administrator.userId, false)).status).toBe(422)
    expect((await set(ann.userId, true)).body).toMatchObject({ id: ann.userId, isAdministrator: true })
    expect((await set(administrator.userId, false)).status).toBe(200)
    expect((await asAda('DELETE', `/${lincoln.id}/members/${ann.userId}`)).status).toBe(422)
    expect((await asAda('DELETE', `/${lincoln.id}/members/${administrator.userId}`)).status).toBe(200)
    expect((await set(administrator.userId, true)).status).toBe(404)
    const bob = await aMember(db, lincoln, { now: clock() })
    await makeAdmin(db, bob.email, clock())
    expect((await set(bob.userId, true)).status).toBe(422)
    expect(await actsOfAda()).toEqual([
      ['school.administrator', ann.userId],
      ['school.not_administrator', administrator.userId],
      ['school.removed', administrator.userId],
    ])
  })

  test('are invited, and join only by accepting', async () => {
    const lincoln = await school()
    const ann = await teacher('ann@school.example')
    const invite = () => asAda('POST', `/${lincoln.id}/invitations`, { email: ann.email })
    expect((await invite()).status).toBe(201)
    expect((await invite()).status).toBe(409)
    const { school: joined, invitations } = await mySchool(ann)
    expect([joined, invitations.length]).toEqual([null, 1])
    await call('POST', `/api/school/invitations/${invitations[0].id}/accept`, { token: ann.token })
    const { body } = await asAda('GET', `/${lincoln.id}`)
    expect(body.members.map(({ id }: { id: string }) => id)).toContain(ann.userId)
    expect(body.invitations).toEqual([])
    const { body: sent } = await asAda('POST', `/${lincoln.id}/invitations`, { email: 'bob@school.example' })
    expect((await asAda('GET', `/${lincoln.id}`)).body.invitations).toEqual([sent])
    expect((await asAda('DELETE', `/${lincoln.id}/invitations/${sent.id}`)).status).toBe(200)
    expect((await asAda('DELETE', `/${lincoln.id}/invitations/${sent.id}`)).status).toBe(404)
  })

  test('are hidden from platform admins: none of their days can be read', async () => {
    const lincoln = await school()
    expect((await call('GET', `/api/admin/teacher-calendar/${lincoln.administrator.userId}`, { token: ada.token })).status).toBe(404)
  })
})
