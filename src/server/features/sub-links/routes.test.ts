import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { openSchool } from '#server/features/admin/actions.ts'
import { aBlock, aDay } from '#server/features/calendar/samples.ts'
import { anInvite } from '#server/features/collaboration/samples.ts'
import { joinSchool } from '#server/features/schools/queries.ts'

import { requestLog } from '#server/lib/http/log/request-log.ts'
import { app, call, clock, config, db, doJob, keys, pool, setClock } from '#test/app.ts'
import { openPage } from './actions.ts'
import { forgetSubLinks } from './jobs.ts'

const DATE = '2026-11-18'
let ann: Awaited<ReturnType<typeof aTeacher>>
beforeEach(async () => {
  ann = await aTeacher(db, { displayName: 'Ann Lee', now: clock() })
  await aDay(db, { owner: ann.userId, date: DATE, blocks: [aBlock({ title: 'Fractions', description: '<p>Quiz 4A</p>' })] })
  const notes = { emergencyProcedures: '<p>East door</p>', studentNotes: '<p>Amina: inhaler</p>' }
  await call('PATCH', '/api/user', { token: ann.token, body: notes })
})

const make = (token = ann.token, body: object = {}) => call('POST', '/api/sub-links', { token, body: { dates: [DATE], ...body } })
const list = async (token = ann.token) => (await call('GET', '/api/sub-links', { token })).body
const tokenIn = (url: string): string => url.slice(-22)
const open = (token: string, from = '203.0.113.7') => app.inject({ method: 'GET', url: `/s/${token}`, remoteAddress: from })
const aLink = async (body: object = {}) => {
  const { status, body: link } = await make(ann.token, body)
  expect(status).toBe(201)
  return { ...link, token: tokenIn(link.url) } as { id: string; url: string; endsAt: string; token: string }
}
const school = async () => {
  const [priya, mike] = [await aTeacher(db, { displayName: 'Priya', now: clock() }), await aTeacher(db, { now: clock() })]
  const schoolId = await openSchool(db, { name: 'Lincoln', timezone: 'UTC', email: priya.email }, clock())
  await joinSchool(db, ann.userId, { schoolId, at: clock(), isAdministrator: false })
  return { priya, mike }
}

describe('a teacher who makes a link', () => {
  test('gets the address of a page that opens without a session, until 11:59 PM of its last day in the teacher’s time zone', async () => {
    const { url, endsAt, token } = await aLink()
    expect(url).toMatch(/^https?:\/\/[^/]+\/s\/[\w-]{22}$/)
    expect(endsAt).toBe('2026-11-19T04:59:00.000Z')
    const page = await open(token)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('Ann Lee')
    setClock('2026-11-19T04:58:59Z')
    expect((await open(token)).statusCode).toBe(200)
    setClock('2026-11-19T04:59:00Z')
    expect((await open(token)).statusCode).toBe(404)
  })

  test('sends a page that isn’t stored, indexed or framed by others, tells nobody its address, and loads only our files', async () => {
    const { headers } = await open((await aLink()).token)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'x-frame-options': 'SAMEORIGIN',
    })
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*frame-ancestors 'self'/)
    expect(headers['content-security-policy']).not.toMatch(/https:|script-src[^;]*unsafe/)
  })

  test('finds the token nowhere in the database, but can read the address again', async () => {
    const { id, url, token } = await aLink()
    const { rows } = await pool.query('select * from sub_links')
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(await list()).toMatchObject([{ id, url, state: 'open', openings: [], openingCount: 0, teacher: { name: 'Ann Lee' } }])
  })

  test('is refused days that are over, an end before the last day, and an end long after it', async () => {
    const refusal = async (body: object) => (await make(ann.token, body)).body.message
    expect(await refusal({ dates: ['2026-11-17'] })).toBe('That day is over. Choose today or a later day.')
    expect(await refusal({ dates: [DATE, '2026-11-20'], endsOn: '2026-11-19' })).toBe('A link can’t end before the last day of its plan.')
    expect(await refusal({ endsOn: '2026-12-24' })).toBe('A link can end at most 14 days after its plan.')
    expect(await refusal({ dates: ['2028-01-10'] })).toBe('A link can end at most a year from now.')
    expect(await list()).toEqual([])
  })

  test('can have 20 open links, however many are made at once', { tags: ['engine'] }, async () => {
    const made = await Promise.all(Array.from({ length: 25 }, () => make()))
    expect(made.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(made.find(({ status }) => status === 422)?.body.message).toBe('20 links are open already. Turn one off first.')
    const [{ id }] = await list()
    await call('DELETE', `/api/sub-links/${id}`, { token: ann.token })
    expect((await make()).status).toBe(201)
  })

  test('as a guest is asked to sign up', async () => {
    const { body } = await call('POST', '/api/auth/guest', { body: { timezone: 'UTC' } })
    expect((await make(body.token)).body.code).toBe('sign_up_needed')
  })
})

describe('a link that is changed', () => {
  test('shows its new days, ends with them, and keeps a later end', async () => {
    const { id, token } = await aLink()
    const change = (body: object) => call('PATCH', `/api/sub-links/${id}`, { token: ann.token, body })
    expect((await change({ dates: [DATE, '2026-11-19'] })).body).toMatchObject({ endsOn: '2026-11-19', dates: [DATE, '2026-11-19'] })
    expect((await change({ endsOn: '2026-11-25' })).body.endsAt).toBe('2026-11-26T04:59:00.000Z')
    expect((await change({ dates: [DATE] })).body.endsOn).toBe('2026-11-25')
    expect((await change({ include: { alerts: false }, message: 'Thank you!' })).body).toMatchObject({
      message: 'Thank you!',
      include: { alerts: false, studentNotes: false, lessons: 'full' },
    })
    expect((await open(token)).statusCode).toBe(200)
  })

  test('can’t be changed by anyone but its maker, and not once it is off', async () => {
    const { id } = await aLink()
    const bob = await aTeacher(db, { now: clock() })
    const change = (token: string) => call('PATCH', `/api/sub-links/${id}`, { token, body: { message: 'x' } })
    expect((await change(bob.token)).status).toBe(404)
    await call('DELETE', `/api/sub-links/${id}`, { token: ann.token })
    expect((await change(ann.token)).status).toBe(404)
  })
})

describe('a link that was turned off', () => {
  test('answers exactly like one that ended and one that never existed', async () => {
    const [off, ended] = [await aLink(), await aLink()]
    expect((await call('DELETE', `/api/sub-links/${off.id}`, { token: ann.token })).body).toEqual({ success: true })
    const pages = [await open(off.token), await open(randomBytes(16).toString('base64url')), await open('short')]
    setClock('2026-11-20T12:00:00Z')
    pages.push(await open(ended.token))
    const seen = pages.map(
      ({
        statusCode,
        body,
        headers: { date: _, 'x-ratelimit-remaining': __, 'x-ratelimit-reset': ___, 'x-request-id': ____, ...headers },
      }) => ({
        ...{ statusCode, body, headers },
      }),
    )
    for (const page of seen) expect(page).toEqual(seen[0])
    expect(seen[0]?.statusCode).toBe(404)
    expect(seen[0]?.body).not.toContain('Ann')
  })

  test('runs the same queries as one that ended and one that never existed', async () => {
    const [off, ended] = [await aLink(), await aLink()]
    await call('DELETE', `/api/sub-links/${off.id}`, { token: ann.token })
    await pool.query('update sub_links set ends_at = $1 where id = $2', [new Date('2026-11-18T13:00:00Z'), ended.id])
    const asked: string[] = []
    const query = pool.query.bind(pool)
    const counting = async (token: string) => {
      asked.length = 0
      pool.query = ((...given: Parameters<typeof query>) => {
        asked.push(typeof given[0] === 'string' ? given[0] : (given[0] as { text: string }).text)
        return query(...given)
      }) as typeof pool.query
      try {
        await open(token)
      } finally {
        pool.query = query
      }
      return [...asked]
    }
    const wrong = await counting(randomBytes(16).toString('base64url'))
    expect(wrong).toHaveLength(1)
    expect([await counting(off.token), await counting(ended.token)]).toEqual([wrong, wrong])
  })

  test('stays off, and can be turned off again', async () => {
    const { id } = await aLink()
    await call('DELETE', `/api/sub-links/${id}`, { token: ann.token })
    const [{ rows }, again] = [
      await pool.query('select revoked_at from sub_links'),
      await call('DELETE', `/api/sub-links/${id}`, { token: ann.token }),
    ]
    expect([rows.length, again.status]).toEqual([1, 200])
    expect(await list()).toMatchObject([{ state: 'off', url: null }])
  })
})

test('someone who guesses 10,000 addresses from many networks finds nothing, and the honest link still opens', async () => {
  const { token } = await aLink()
  const guess = () => randomBytes(16).toString('base64url')
  const pages = await Promise.all(Array.from({ length: 500 }, (_, at) => open(guess(), `198.51.${at % 200}.${(at % 250) + 1}`)))
  expect(new Set(pages.map(({ statusCode }) => statusCode))).toEqual(new Set([404]))
  for (let turn = 0; turn < 9500; turn += 100) {
    const guesses = await Promise.all(
      Array.from({ length: 100 }, () => openPage(db, keys, { token: guess(), now: clock(), admit: () => undefined })),
    )
    expect(guesses.filter((page) => page !== undefined)).toEqual([])
  }
  expect((await open(token)).statusCode).toBe(200)
})

describe('a plan that changes after it was sent', () => {
  const CHANGED = /<p class="changed" role="status">This plan changed/
  const save = async (change: object) => {
    const [{ id }] = (await call('GET', `/api/calendar?date=${DATE}`, { token: ann.token })).body
    expect((await call('PATCH', `/api/calendar/${id}`, { token: ann.token, body: change })).status).toBe(200)
  }

  test('says so, but not for what the substitute doesn’t see', async () => {
    const { token } = await aLink({ include: { alerts: false } })
    expect((await open(token)).body).not.toMatch(CHANGED)
    const lesson = { id: 'fractions', title: 'Fractions', startTime: '08:00', endTime: '08:45', description: '<p>Quiz 4A</p>' }
    await save({ blocks: [{ ...lesson, taught: 'done', hasAlert: true, alertMessage: 'Blue tray' }] })
    expect((await open(token)).body).not.toMatch(CHANGED)
    await save({ blocks: [{ ...lesson, description: '<p>Quiz 4B</p>' }] })
    const { body } = await open(token)
    expect(body).toMatch(CHANGED)
    expect(body).toContain('Quiz 4B')
  })

  test('keeps its page with titles and times once its texts are too much for one', async () => {
    const dates = ['2026-11-18', '2026-11-19', '2026-11-20']
    const { token } = await aLink({ dates })
    const description = `<p>${'Read. '.repeat(30_000)}</p>`
    for (const date of dates)
      await aDay(db, {
        ...{ owner: ann.userId, date },
        blocks: ['A', 'B', 'C', 'D', 'E'].map((title) => aBlock({ title: `Lesson ${title}`, description })),
      })
    expect((await make(ann.token, { dates })).body.message).toMatch(/^That’s too much for one sub plan/)
    const page = await open(token)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('Lesson E')
    expect(page.body).not.toContain('Read. Read.')
  })

  test('may be an emergency plan, whose size counts on each of its days', async () => {
    const body = {
      name: 'Read',
      blocks: [{ title: 'Read aloud', startTime: '08:00', endTime: '09:00', description: `<p>${'x'.repeat(190_000)}</p>` }],
    }
    const { id } = (await call('POST', '/api/daily-templates', { token: ann.token, body })).body
    await call('PUT', `/api/daily-templates/${id}/emergency-plan`, { token: ann.token, body: { isOnFile: true } })
    const { token } = await aLink({ emergencyPlanId: id })
    const page = await open(token)
    expect(page.body).toContain('Read aloud')
    expect(page.body).not.toContain('Fractions')
    const dates = Array.from({ length: 12 }, (_, at) => `2026-12-${String(at + 1).padStart(2, '0')}`)
    expect((await make(ann.token, { dates, emergencyPlanId: id })).status).toBe(422)
  })
})

test('a link that is viewed 120 times in a minute asks its readers to wait, before it reads the plan again', async () => {
  const { token } = await aLink()
  const seen = await Promise.all(Array.from({ length: 125 }, () => open(token)))
  expect(seen.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5)
})

describe('openings', () => {
  const opened = (token: string, userAgent: string, isNewDevice = false) =>
    app.inject({ method: 'POST', url: `/s/${token}/opened`, headers: { 'user-agent': userAgent }, payload: { isNewDevice } })

  test('count when the page’s script says so, with the kind of device and nothing else', async () => {
    const { token } = await aLink()
    await open(token)
    expect((await list())[0].openingCount).toBe(0)
    await opened(token, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', true)
    setClock('2026-11-18T15:51:00Z')
    await opened(token, 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', true)
    expect((await list())[0]).toMatchObject({
      openingCount: 2,
      openings: [
        { at: '2026-11-18T15:51:00.000Z', device: 'Windows computer', isNewDevice: true },
        { at: '2026-11-18T14:00:00.000Z', device: 'iPhone', isNewDevice: true },
      ],
    })
  })

  test('are counted up to 200 and listed up to 20, and never for a link that isn’t open', async () => {
    const { id, token } = await aLink()
    await Promise.all(Array.from({ length: 210 }, () => opened(token, 'curl/8')))
    const [link] = await list()
    expect([link.openingCount, link.openings.length, link.openings[0].device]).toEqual([200, 20, 'Unknown device'])
    await call('DELETE', `/api/sub-links/${id}`, { token: ann.token })
    expect((await opened(token, 'curl/8')).statusCode).toBe(404)
  })
})

describe('a colleague or a school administrator', () => {
  test('may make a link of days they may see, which the teacher sees without its address, and turns off', async () => {
    const { priya, mike } = await school()
    const made = await make(priya.token, { teacherId: ann.userId })
    expect(made.status).toBe(201)
    expect((await make(mike.token, { teacherId: ann.userId })).status).toBe(404)
    const token = tokenIn(made.body.url)
    expect((await open(token)).statusCode).toBe(200)
    expect(await list()).toMatchObject([{ url: null, madeBy: { name: 'Priya' }, teacher: { id: ann.userId } }])
    expect(await list(priya.token)).toMatchObject([{ url: made.body.url }])
    expect((await call('GET', '/api/school/looks', { token: ann.token })).body).toMatchObject([{ kind: 'plan', by: 'Priya' }])
    await call('DELETE', `/api/sub-links/${made.body.id}`, { token: ann.token })
    expect((await open(token)).statusCode).toBe(404)
  })

  test('loses the link’s page with the right to see the teacher’s days', async () => {
    const bob = await aTeacher(db, { now: clock() })
    const invite = await anInvite(db, { inviter: ann.userId, invitee: bob.userId })
    const token = tokenIn((await make(bob.token, { teacherId: ann.userId })).body.url)
    expect((await open(token)).statusCode).toBe(200)
    await call('POST', `/api/collaboration/revoke-outbound/${invite}`, { token: ann.token })
    expect((await open(token)).statusCode).toBe(404)
  })

  test('can’t use a teacher’s emergency plan, which nobody sees until it is sent', async () => {
    const { priya } = await school()
    const plan = await call('POST', '/api/daily-templates', {
      token: ann.token,
      body: { name: 'Emergency', blocks: [{ title: 'Read aloud', startTime: '08:00', endTime: '09:00' }] },
    })
    await pool.query('update templates set checked_at = now()')
    const wish = { emergencyPlanId: plan.body.id }
    expect((await make(priya.token, { ...wish, teacherId: ann.userId })).status).toBe(404)
    expect((await make(priya.token, wish)).status).toBe(404)
    expect((await make(ann.token, wish)).status).toBe(201)
  })
})

test('no log line of a link’s calls contains its token', async () => {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const logged = await buildApp({ db, keys, clock, config, logger: { ...requestLog('trace'), stream } })
  const { token } = await aLink()
  const ask = (method: 'GET' | 'POST', url: string, payload?: object) => logged.inject({ method, url, ...(payload && { payload }) })
  await ask('GET', `/s/${token}`)
  await ask('GET', `/s/${token}?x=1`)
  await ask('POST', `/s/${token}/opened`, { isNewDevice: true })
  await ask('POST', `/s/${token}/opened`, { isNewDevice: 'x' })
  await ask('POST', `/s/${token}/nothing`)
  await logged.close()
  expect(lines.length).toBeGreaterThan(4)
  expect(lines.join('')).not.toContain(token)
})

test('a night later, links that ended 30 days ago are gone with their openings', async () => {
  const [{ token }, later] = [await aLink(), await aLink({ dates: ['2026-11-25'] })]
  await app.inject({ method: 'POST', url: `/s/${token}/opened`, payload: { isNewDevice: true } })
  await doJob(forgetSubLinks, new Date('2026-12-19T04:00:00Z'))
  expect((await pool.query('select 1 from sub_links')).rows).toHaveLength(2)
  await doJob(forgetSubLinks, new Date('2026-12-19T06:00:00Z'))
  expect((await pool.query('select id from sub_links')).rows).toEqual([{ id: later.id }])
  expect((await pool.query('select 1 from sub_link_openings')).rows).toEqual([])
})
