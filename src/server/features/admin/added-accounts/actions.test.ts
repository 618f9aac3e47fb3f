// @module-tag engine
import { beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { makeTrials } from '#server/features/billing/trials/actions.ts'
import { makeMailQueue } from '#server/features/mail/actions.ts'
import { aMailServer } from '#server/features/mail/samples.ts'
import { aSchoolWith } from '#server/features/schools/samples.ts'
import { sendPasswordLink } from '#server/features/sign-in/reset/jobs.ts'
import { CLOSED_MAIL_QUEUE } from '#server/lib/mail/mail-queue.ts'
import { call, clock, config, db, doJob, keys, pool, setClock } from '#test/app.ts'
import { addAccounts, type Page } from './actions.ts'

const server = aMailServer()
const mailQueue = makeMailQueue({ mail: server.mail }, keys)
const means = { keys, mailQueue: CLOSED_MAIL_QUEUE, trials: makeTrials(keys, config), timezone: 'America/Denver', newLinks: false }
beforeEach(() => {
  server.sent.length = 0
})

const add = async (list: string | Uint8Array, more: Partial<typeof means> = {}): Promise<Page> => {
  const all: Page = { made: 0, left: 0, links: [], unsent: [] }
  const bytes = typeof list === 'string' ? new TextEncoder().encode(list) : list
  for await (const page of addAccounts(db, bytes, { ...means, ...more }, clock())) {
    all.made += page.made
    all.left += page.left
    all.links.push(...page.links)
    all.unsent.push(...page.unsent)
  }
  return all
}
const tokenIn = (link = ''): string => /^\/mail#reset=([\w-]{43})$/.exec(link)?.[1] ?? ''
const setPassword = (token: string, newPassword = 'second-bell') =>
  call('POST', '/api/auth/reset-password', { body: { token, newPassword } })
const login = (email: string, password = 'second-bell') => call('POST', '/api/auth/login', { body: { email, password } })
const emails = async () => (await pool.query('select email from users order by email')).rows.map(({ email }) => email)
const sendLinks = async () => {
  const { rows } = await pool.query(`select id, payload from jobs where name = 'send-password-link' order by id`)
  await pool.query('delete from jobs')
  for (const { payload } of rows) await doJob(sendPasswordLink, clock(), { services: { mail: server.mail }, payload })
}

const LIST = `\uFEFFemail,first name,last name,school
Priya.Shah@district.example,Priya,Shah,
"sam@district.example","Sam ""Sunny""","O'Kafor, Jr.",
`

describe('where no mail is sent', () => {
  test('each person of a list gets an account and a link to be printed, by which they set a password within seven days', async () => {
    const { made, left, links } = await add(LIST.replaceAll('\n', '\r\n'))
    expect([made, left, links.map(({ email }) => email)]).toEqual([2, 0, ['priya.shah@district.example', 'sam@district.example']])
    expect((await login('sam@district.example', '')).status).toBe(422)
    expect((await login('sam@district.example', 'anything')).status).toBe(401)

    setClock('2026-11-25T13:59:00Z')
    expect((await setPassword(tokenIn(links[1]?.link))).status).toBe(200)
    const { body } = await login('sam@district.example')
    expect(body.user).toMatchObject({
      displayName: 'Sam "Sunny" O\'Kafor, Jr.',
      timezone: 'America/Denver',
      // A printed link may have reached someone else, so it doesn't confirm the address.
      isEmailConfirmed: false,
      subscriptionStatus: 'TRIAL',
      // The seven-day trial starts when the first password is set.
      freeTrialStarted: clock().toISOString(),
    })
    setClock('2026-11-25T14:00:00Z')
    expect((await setPassword(tokenIn(links[0]?.link))).status).toBe(404)
    const { rows } = await pool.query(`select act, actor_id from audit_log where act = 'account.added'`)
    expect(rows).toEqual([
      { act: 'account.added', actor_id: null },
      { act: 'account.added', actor_id: null },
    ])
  })

  test('the same list again creates only what is missing, and new links for unused accounts on request', async () => {
    const first = await add(LIST)
    await setPassword(tokenIn(first.links[0]?.link))
    expect(await add(`${LIST}new@district.example,New,One\n`)).toMatchObject({
      made: 1,
      left: 2,
      links: [{ email: 'new@district.example' }],
    })
    const again = await add(LIST, { newLinks: true })
    expect(again).toMatchObject({ made: 0, left: 2, links: [{ email: 'sam@district.example' }] })
    expect((await setPassword(tokenIn(first.links[1]?.link))).status).toBe(404)
    expect((await setPassword(tokenIn(again.links[0]?.link))).status).toBe(200)
  })

  test('an existing account is left unchanged', async () => {
    const { administrator, name } = await aSchoolWith(db, { now: clock() })
    const ann = await aTeacher(db, { email: 'ann@district.example', displayName: 'Ann', now: clock() })
    expect(await add(`ANN@district.example,Other,Name,${name}`, { newLinks: true })).toMatchObject({ made: 0, left: 1, links: [] })
    expect((await call('GET', '/api/user', { token: ann.token })).body).toMatchObject({ displayName: 'Ann', schoolId: null })
    expect((await call('GET', '/api/admin/teachers', { token: administrator.token })).body).toHaveLength(1)
  })
})

test('a teacher of a school is a member from the start, has its time zone, and no longer has an invitation', async () => {
  const { id, administrator, name } = await aSchoolWith(db, { now: clock() })
  await call('POST', '/api/admin/school-invitations', { token: administrator.token, body: { email: 'sam@district.example' } })
  const { links } = await add(`sam@district.example,Sam,Okafor,"${name}"`)
  await setPassword(tokenIn(links[0]?.link))
  const { token, user } = (await login('sam@district.example')).body
  expect(user).toMatchObject({ schoolId: id, schoolAdministration: false })
  expect((await call('GET', '/api/school', { token })).body).toMatchObject({ school: { id, includesStudentNotes: false }, invitations: [] })
  expect((await pool.query(`select actor_id, school_id from audit_log where act = 'school.joined'`)).rows).toEqual([
    { actor_id: null, school_id: id },
  ])
})

describe('with mail configured', () => {
  test('each person gets the link by mail, with the name of their school, and using it confirms the address', async () => {
    const { name } = await aSchoolWith(db, { now: clock() })
    expect(await add(`sam@district.example,Sam,Okafor,${name}\n`, { mailQueue })).toMatchObject({ made: 1, links: [], unsent: [] })
    await sendLinks()
    expect(server.sent.map(({ to, subject }) => [to.address, subject])).toEqual([['sam@district.example', 'Your Firstbell account']])
    expect(server.sent[0]?.text).toContain(`You’re part of ${name} there.`)
    expect((await setPassword(server.link('reset'))).status).toBe(200)
    expect((await login('sam@district.example')).body.user.isEmailConfirmed).toBe(true)
    const { rows } = await pool.query('select kind, outcome from mails')
    expect(rows).toEqual([{ kind: 'set-password', outcome: 'sent' }])
  })

  test('an address over the mail limit is reported, and its account exists', async () => {
    await add('sam@district.example,Sam,Okafor', { mailQueue })
    for (let time = 0; time < 2; time++)
      expect((await add('sam@district.example,Sam,Okafor', { mailQueue, newLinks: true })).unsent).toEqual([])
    expect((await add('sam@district.example,Sam,Okafor', { mailQueue, newLinks: true })).unsent).toEqual(['sam@district.example'])
  })
})

test.each([
  ['no address', 'maya,Maya,Rivera', `line 3: "maya" isn't an email address.`],
  ['too few columns', 'maya@district.example', 'line 3: Each line needs an email, a first name, and a last name'],
  ['too many columns', 'maya@district.example,Maya,Rivera,,x', 'line 3: Each line needs an email'],
  ['a name that is too long', `maya@district.example,Maya,${'x'.repeat(100)}`, 'line 3: The name is longer than 100 characters.'],
  ['an address for the second time', 'SAM@district.example,Sam,Okafor', 'line 3: sam@district.example is already on line 2.'],
  ['an unknown school', 'maya@district.example,Maya,Rivera,Nowhere High', 'line 3: No school is named Nowhere High.'],
  ['an open quote', '"maya@district.example,Maya,Rivera', "line 3: The quotes don't match."],
])('with %s on a line, nothing is created and the line is reported', async (_, line, words) => {
  await expect(add(`email,first name,last name\nsam@district.example,Sam,Okafor\n${line}\n`)).rejects.toThrow(words)
  expect(await emails()).toEqual([])
})

test('a list in another encoding, and one of more than 5,000 people, is refused', async () => {
  await expect(add(Buffer.from('rene@district.example,Ren\u00e9,Roy', 'latin1'))).rejects.toThrow("The list isn't UTF-8.")
  const many = Array.from({ length: 5001 }, (_, index) => `teacher-${index}@district.example,A,B`).join('\n')
  await expect(add(many)).rejects.toThrow('The list has 5001 people. Split it into lists of at most 5000.')
  expect(await emails()).toEqual([])
})

test('a command that dies between two pages has created whole pages and can be resumed', async () => {
  const list = new TextEncoder().encode(Array.from({ length: 210 }, (_, index) => `t-${index}@district.example,A,B`).join('\n'))
  for await (const page of addAccounts(db, list, means, clock())) {
    expect(page.made).toBe(200)
    break
  }
  expect(await emails()).toHaveLength(200)
  expect(await add(list)).toMatchObject({ made: 10, left: 200 })
})
