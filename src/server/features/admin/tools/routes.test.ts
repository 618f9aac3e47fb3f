import { beforeEach, describe, expect, test } from 'vitest'
import { aSchool, aTeacher } from '#server/features/accounts/samples.ts'
import { makeAdmin } from '#server/features/admin/actions.ts'
import { aBlock, aDay } from '#server/features/calendar/samples.ts'
import { sealNotes } from '#server/features/people/policy.ts'
import { updateUser } from '#server/features/people/queries.ts'
import { describeSettings } from '#server/lib/start/environment.ts'
import { app, call, clock, db, keys, pool } from '#test/app.ts'
import { blockedBy } from '#test/cpu.ts'

type Teacher = Awaited<ReturnType<typeof aTeacher>>
let admin: Teacher
let ann: Teacher
beforeEach(async () => {
  admin = await aTeacher(db, { email: 'root@firstbell.example', now: clock() })
  await makeAdmin(db, admin.email, clock())
  ann = await aTeacher(db, { email: 'ann@school.example', displayName: '=HYPERLINK("x")', now: clock() })
})

const exported = (format: 'csv' | 'json') =>
  app.inject({
    method: 'POST',
    url: `/api/admin/export/${format}`,
    headers: { authorization: `Bearer ${admin.token}` },
  })
const acts = async () => (await pool.query('select act, actor_id, subject_id from audit_log order by id')).rows

describe('all people as a file', () => {
  test('contain each person’s details, with formulas escaped', async () => {
    await pool.query(`update subscriptions set granted_until = '2027-06-30', status = 'PROTEACHERACTIVE' where user_id = $1`, [ann.userId])
    const { headers, body } = await exported('csv')
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="firstbell-users-2026-11-18.csv"',
    })
    expect(body.startsWith('\uFEFF'), 'what spreadsheets know UTF-8 by').toBe(true)
    const [head, ...lines] = body.trim().split('\r\n')
    expect(head).toBe(
      '"id","email","name","signed_up","last_seen","status","plan_ends","plan_until","ai","ai_until","credits","school","school_administrator","administrator"',
    )
    expect(lines.find((line) => line.includes('ann@'))).toBe(
      `"${ann.userId}","ann@school.example","'=HYPERLINK(""x"")","2026-11-18T14:00:00.000Z","2026-11-18T14:00:00.000Z","PROTEACHERACTIVE","","2027-06-30","false","","0","","false","false"`,
    )
    expect(lines.find((line) => line.includes('root@'))).toMatch(/,"true"$/)
  })

  test('also work as JSON', async () => {
    const people = (await exported('json')).json()
    expect(people).toHaveLength(2)
    expect(people.find(({ email }: Teacher) => email === ann.email)).toMatchObject({ name: '=HYPERLINK("x")', status: 'TRIAL', ai: false })
  })

  test('contain everyone, without a limit, except guests', async () => {
    await aSchool(db, { teachers: 2100, now: clock() })
    await call('POST', '/api/auth/guest', { body: {} })
    const ids = (await exported('csv')).body
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0])
    expect([ids.length, new Set(ids).size]).toEqual([2103, 2103])
  })

  test('never contain lessons, notes, or credentials', async () => {
    await aDay(db, { owner: ann.userId, date: '2026-11-18', now: clock(), blocks: [{ ...aBlock(), title: 'Secret lesson' }] })
    const notes = { studentNotes: 'Secret note', emergencyProcedures: 'Secret way' }
    await updateUser(db, ann.userId, { googleId: 'secret-google', ...sealNotes(keys, ann.userId, notes) })
    for (const format of ['csv', 'json'] as const) expect((await exported(format)).body).not.toMatch(/secret|argon2|sealed/i)
  })

  test('are logged with their actor', async () => {
    expect((await exported('json')).statusCode).toBe(200)
    await pool.query(`delete from users where id = $1`, [ann.userId])
    expect((await acts()).filter(({ act }) => act === 'admin.exported')).toEqual([
      { act: 'admin.exported', actor_id: admin.userId, subject_id: null },
    ])
  })
})

describe('many people at once', () => {
  const HEAD = 'email,plan_until,ai_until\n'
  const ask = (path: string, body: object) => call('POST', `/api/admin/bulk-update${path}`, { token: admin.token, body })
  const preview = async (csv: string) => (await ask('/preview', { csv })).body
  const apply = (csv: string) => ask('', { csv })
  const grants = async (userId: string) =>
    (await pool.query('select granted_until::text, ai_granted_until::text, status from subscriptions where user_id = $1', [userId])).rows[0]

  test('the preview shows the changes and makes none', async () => {
    const ben = await aTeacher(db, { email: 'ben@school.example', now: clock() })
    await pool.query(`update subscriptions set granted_until = '2027-06-30' where user_id = $1`, [ben.userId])
    expect(await preview(`${HEAD}ann@school.example,2027-06-30,2027-01-31\nben@school.example,2027-06-30,\n`)).toEqual({
      changes: [{ line: 2, email: 'ann@school.example', plan: { from: null, to: '2027-06-30' }, ai: { from: null, to: '2027-01-31' } }],
      unchanged: 1,
      problems: [],
    })
    expect(await grants(ann.userId)).toMatchObject({ granted_until: null })
  })

  test('the update changes all of them and logs each', async () => {
    expect((await apply(`${HEAD}ann@school.example,2027-06-30,2027-01-31`)).body).toEqual({ changed: 1 })
    expect(await grants(ann.userId)).toEqual({ granted_until: '2027-06-30', ai_granted_until: '2027-01-31', status: 'PROTEACHERACTIVE' })
    expect((await acts()).map(({ act }) => act)).toEqual(expect.arrayContaining(['plan.granted', 'addon.granted', 'admin.updated']))
    expect((await apply(`${HEAD}ann@school.example,none,`)).body).toEqual({ changed: 1 })
    expect(await grants(ann.userId)).toMatchObject({ granted_until: null, ai_granted_until: '2027-01-31' })
  })

  test('problems are reported by line, and nobody is changed', async () => {
    const csv = `${HEAD}ann@school.example,2027-06-30,\nnobody@school.example,2027-06-30,\nroot@firstbell.example,2020-01-01,\nann,,`
    expect((await preview(csv)).problems).toEqual([
      { line: 3, message: 'No account uses nobody@school.example.' },
      { line: 4, message: '2020-01-01 is in the past.' },
      { line: 5, message: 'Add an email.' },
    ])
    const { status, body } = await apply(csv)
    expect({ status, ...body }).toEqual({
      status: 422,
      code: 'refused_by_rule',
      message: 'Line 3: No account uses nobody@school.example. No changes were made.',
    })
    expect(await grants(ann.userId)).toMatchObject({ granted_until: null })
  })

  test('5,000 people at once do not block other requests', { timeout: 60_000 }, async () => {
    await pool.query(
      `with people as (
         insert into users (email, timezone, preferences, created_at)
         select 'teacher.' || n || '@school.example', (array['America/New_York', 'Europe/Berlin', 'Asia/Tokyo'])[1 + n % 3], '{}', $1
         from generate_series(1, 5000) n returning id)
       insert into subscriptions (user_id, status, free_trial_started) select id, 'TRIAL', $1 from people`,
      [clock()],
    )
    const lines = Array.from({ length: 5000 }, (_, n) => `teacher.${n + 1}@school.example,2027-06-30,2027-06-30`)
    const csv = ['email,plan_until,ai_until', ...lines].join('\n')
    const preview = await blockedBy(() => call('POST', '/api/admin/bulk-update/preview', { token: admin.token, body: { csv } }))
    const done = await blockedBy(() => call('POST', '/api/admin/bulk-update', { token: admin.token, body: { csv } }))
    expect(done.result).toMatchObject({ status: 200, body: { changed: 5000 } })
    // The embedded database runs on this thread and accounts for most of the blocked time. With one formatter per user, the thread was
    // blocked for 4,764 ms.
    expect([preview.blockedMs, done.blockedMs].filter((ms) => ms > 300)).toEqual([])
  })

  test('a file that is too large is refused', async () => {
    expect((await ask('/preview', { csv: 'x'.repeat(1_000_001) })).status).toBe(413)
  })
})

test('settings are listed with their source, and secrets only as set or not', () => {
  const settings = describeSettings({ PORT: '4000', DATABASE_URL: 'postgres://me:secret@db/firstbell', KEYS: 'c2VjcmV0', AI_API_KEY: '' })
  const of = (name: string) => settings.find((setting) => setting.name === name)
  expect(of('PORT')).toEqual({ name: 'PORT', source: 'environment', value: '4000' })
  expect(of('LESSONS_MB')).toEqual({ name: 'LESSONS_MB', source: 'default', value: '100' })
  expect(of('DATABASE_URL')).toEqual({ name: 'DATABASE_URL', source: 'environment', value: null })
  expect(of('KEYS')).toEqual({ name: 'KEYS', source: 'environment', value: null })
  expect(of('AI_API_KEY')).toEqual({ name: 'AI_API_KEY', source: 'unset', value: null })
  expect(JSON.stringify(settings)).not.toMatch(/secret@|c2VjcmV0/)
})
