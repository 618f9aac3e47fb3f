import { beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { AMPLE, aBlock, aDay, calendarOf } from '#server/features/calendar/samples.ts'
import { MAX } from '#shared/limits.ts'
import type { TimeBlockTemplate } from '#shared/templates/contract.ts'
import { call, db, doJob, setClock } from '#test/app.ts'
import { addTemplates, cleanBlock } from './actions.ts'
import { forgetDeletedTemplates } from './jobs.ts'
import { aDailyTemplate, aWeeklyTemplate } from './samples.ts'

const NOBODYS = '00000000-0000-4000-8000-000000000000'
const MATH = { name: 'Math 45', title: 'Math', description: '<p>Warm-up</p>', startTime: '08:00', endTime: '08:45' }
const math = ({ startTime = '08:00', endTime = '08:45', ...rest } = {}) => ({ title: 'Math', startTime, endTime, ...rest })
let ann: Awaited<ReturnType<typeof aTeacher>>
let bob: typeof ann
beforeEach(async () => {
  ann = await aTeacher(db, { now: new Date('2026-11-17T12:00:00Z') })
  bob = await aTeacher(db, { now: new Date('2026-11-17T12:00:00Z') })
})

const owner = async () => ({ calendar: await calendarOf(db, ann.userId), quota: AMPLE })
const as = ({ token }: { token: string }) => ({
  get: (url: string) => call('GET', url, { token }),
  post: (url: string, body?: unknown) => call('POST', url, { token, body }),
  put: (url: string, body: unknown) => call('PUT', url, { token, body }),
  remove: (url: string) => call('DELETE', url, { token }),
})
const namesIn = (body: { name: string }[]) => body.map(({ name }) => name)

describe('emergency plans', () => {
  const keep = (id: string, isOnFile = true) => as(ann).put(`/api/daily-templates/${id}/emergency-plan`, { isOnFile })
  const plan = (name: string) => aDailyTemplate(db, { owner: ann.userId, name, blocks: [aBlock()] })

  test('a teacher puts a day on file, checks it again, and takes it off', async () => {
    const { id } = await plan('Read aloud')
    expect((await keep(id)).body.checkedAt).toBe('2026-11-18T14:00:00.000Z')
    setClock('2026-11-19T14:00:00Z')
    expect((await keep(id)).body.checkedAt).toBe('2026-11-19T14:00:00.000Z')
    expect((await as(ann).get('/api/daily-templates')).body).toMatchObject([{ id, checkedAt: '2026-11-19T14:00:00.000Z' }])
    expect((await keep(id, false)).body.checkedAt).toBeNull()
    expect((await as(bob).put(`/api/daily-templates/${id}/emergency-plan`, { isOnFile: true })).status).toBe(404)
  })

  test('a teacher keeps at most five, even if two are put on file at once', { tags: ['engine'] }, async () => {
    const made = await Promise.all(['1', '2', '3', '4', '5', '6', '7'].map(plan))
    const replies = await Promise.all(made.map(({ id }) => keep(id)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 422, 422])
  })
})

describe('time-block templates', () => {
  const URL = '/api/time-block-templates'

  test('a teacher creates one, finds it, changes it, and deletes it', async () => {
    const made = await as(ann).post(URL, { ...MATH, hasAlert: true, alertMessage: 'Blue tray' })
    expect(made).toMatchObject({ status: 201, body: { ...MATH, hasAlert: true, alertMessage: 'Blue tray', version: 1 } })
    expect((await as(ann).get(URL)).body).toEqual([made.body])
    expect((await as(ann).get(`${URL}/${made.body.id}`)).body).toEqual(made.body)
    const changed = await as(ann).put(`${URL}/${made.body.id}`, { ...MATH, name: 'Algebra', version: 1 })
    expect(changed).toMatchObject({ status: 200, body: { id: made.body.id, name: 'Algebra', version: 2 } })
    expect(await as(ann).remove(`${URL}/${made.body.id}`)).toMatchObject({ status: 200 })
    expect((await as(ann).get(URL)).body).toEqual([])
  })

  test('the list is sorted by name, ignoring case', async () => {
    for (const name of ['reading', 'Art', 'math']) await as(ann).post(URL, { ...MATH, name })
    expect(namesIn((await as(ann).get(URL)).body)).toEqual(['Art', 'math', 'reading'])
  })

  test('the alert message is stored only if the alert is on', async () => {
    const { body } = await as(ann).post(URL, { ...MATH, hasAlert: false, alertMessage: 'Blue tray' })
    expect(body).toMatchObject({ hasAlert: false, alertMessage: '' })
  })

  test.each(['name', 'title', 'startTime', 'endTime'])('one without %s is refused and nothing is created', async (field) => {
    const { status, body } = await as(ann).post(URL, { ...MATH, [field]: field.endsWith('Time') ? undefined : '  ' })
    expect(status).toBe(field.endsWith('Time') ? 400 : 422)
    if (!field.endsWith('Time')) expect(body.message).toContain('Please fill in all required fields')
    expect((await as(ann).get(URL)).body).toEqual([])
  })

  test('scripts are removed from a description, and an end before the start is refused', async () => {
    const { body } = await as(ann).post(URL, { ...MATH, description: '<p onclick="x()">Hi<script>x()</script></p>' })
    expect(body.description).toBe('<p>Hi</p>')
    expect((await as(ann).put(`${URL}/${body.id}`, { ...MATH, endTime: '07:00' })).status).toBe(422)
  })

  test('the second tab to change a template gets a conflict', async () => {
    const { body } = await as(ann).post(URL, MATH)
    const first = await as(ann).put(`${URL}/${body.id}`, { ...MATH, title: 'First', version: body.version })
    expect(await as(ann).put(`${URL}/${body.id}`, { ...MATH, title: 'Second', version: body.version })).toMatchObject({
      status: 409,
      body: {
        code: 'stale',
        message: 'This template was changed in another window. Reload to see the latest version.',
        current: first.body,
      },
    })
  })

  test(`a teacher keeps ${MAX.templates} of a kind, also when two are made at once`, { tags: ['engine'] }, async () => {
    const { name, ...block } = MATH
    const template = { name, content: await cleanBlock({ ...block, hasAlert: false, alertMessage: '' }) }
    await addTemplates(db, await owner(), 'time_block', Array(MAX.templates - 1).fill(template))
    const replies = await Promise.all([as(ann).post(URL, MATH), as(ann).post(URL, MATH)])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422])
    expect((await as(ann).get(URL)).body.every((template: TimeBlockTemplate) => template.name === name)).toBe(true)
  })
})

describe('daily templates', () => {
  const URL = '/api/daily-templates'

  test('a teacher creates one, renames it without touching its blocks, and changes its blocks', async () => {
    const made = await as(ann).post(URL, {
      name: 'Normal',
      userId: bob.userId,
      blocks: [math(), math({ startTime: '09:00', endTime: '10:00' })],
    })
    expect(made).toMatchObject({
      status: 201,
      body: { name: 'Normal', userId: ann.userId, blocks: [{ title: 'Math', order: 0 }, { order: 1 }] },
    })
    const renamed = await as(ann).put(`${URL}/${made.body.id}`, { name: 'Early dismissal' })
    expect(renamed.body).toMatchObject({ name: 'Early dismissal', blocks: made.body.blocks })
    const changed = await as(ann).put(`${URL}/${made.body.id}`, { name: 'Early dismissal', blocks: [math()] })
    expect(changed.body.blocks).toHaveLength(1)
    expect((await as(ann).get(URL)).body).toEqual([changed.body])
  })

  test('blocks without a title are dropped; if none is left, nothing is created', async () => {
    const { body } = await as(ann).post(URL, { name: 'Normal', blocks: [math(), { ...math(), title: ' ' }] })
    expect(body.blocks).toMatchObject([{ title: 'Math' }])
    for (const blocks of [[], [{ ...math(), title: '' }]])
      expect(await as(ann).post(URL, { name: 'Empty', blocks })).toMatchObject({
        status: 422,
        body: { message: 'Please add at least one valid time block' },
      })
    expect(namesIn((await as(ann).get(URL)).body)).toEqual(['Normal'])
  })

  test('its blocks can also be read and sent as `timeBlocks`; if both are sent, `blocks` wins', async () => {
    const made = await as(ann).post(URL, { name: 'Normal', timeBlocks: [math()] })
    expect(made).toMatchObject({ status: 201, body: { blocks: [{ title: 'Math' }] } })
    const change = (body: object) => as(ann).put(`${URL}/${made.body.id}`, { name: 'Normal', ...body })
    const art = { ...math(), title: 'Art' }
    const replies = [
      made.body,
      (await change({ timeBlocks: [math(), art] })).body,
      (await change({ blocks: [art], timeBlocks: [math()] })).body,
      (await as(ann).get(URL)).body[0],
      (await change({ version: 1 })).body.current,
    ]
    for (const body of replies) expect(body).toMatchObject({ userId: ann.userId, timeBlocks: body.blocks })
    expect(replies.map(({ blocks }) => blocks.map(({ title }: { title: string }) => title))).toEqual([
      ['Math'],
      ['Math', 'Art'],
      ['Art'],
      ['Art'],
      ['Art'],
    ])
    expect((await change({ timeBlocks: [] })).status).toBe(422)
  })

  test('a name alone creates a template to be filled later; a blank name is refused', async () => {
    expect(await as(ann).post(URL, { name: 'Later' })).toMatchObject({ status: 201, body: { id: expect.any(String), blocks: [] } })
    expect(await as(ann).post(URL, { name: '  ', blocks: [math()] })).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('Please enter a template name') },
    })
  })

  test('it is applied to an empty date, with new ids each time', async () => {
    const template = await aDailyTemplate(db, { owner: ann.userId, blocks: [aBlock({ title: 'Math' }), aBlock({ title: 'Art' })] })
    const apply = (date: string) => as(ann).post(`${URL}/${template.id}/apply`, { date })
    const [first, second] = [await apply('2026-11-18'), await apply('2026-11-19')]
    expect(first).toMatchObject({
      status: 200,
      body: {
        days: [{ date: '2026-11-18', outcome: 'filled' }],
        entries: [{ date: '2026-11-18', blocks: [{ title: 'Math' }, { title: 'Art' }] }],
      },
    })
    const ids = [first, second].flatMap(({ body }) => body.entries[0].blocks.map(({ id }: { id: string }) => id))
    expect(new Set(ids).size).toBe(4)
    for (const id of ids) expect(id).toMatch(/^template-/)
  })

  test('on a date with lessons it replaces or joins them; the note stays, and undo restores the date', async () => {
    const day = await aDay(db, {
      owner: ann.userId,
      date: '2026-11-18',
      hasNote: true,
      noteText: 'Picture day',
      blocks: [aBlock({ title: 'Mine' })],
    })
    const template = await aDailyTemplate(db, { owner: ann.userId, blocks: [aBlock({ title: 'Theirs' })] })
    const apply = (mode: string) => as(ann).post(`${URL}/${template.id}/apply`, { date: day.date, mode })
    const added = (await apply('add')).body
    expect(added).toMatchObject({
      days: [{ outcome: 'added' }],
      entries: [{ noteText: 'Picture day', blocks: [{ title: 'Mine' }, { title: 'Theirs' }] }],
    })
    const replaced = (await apply('replace')).body
    expect(replaced).toMatchObject({
      days: [{ outcome: 'replaced' }],
      entries: [{ noteText: 'Picture day', blocks: [{ title: 'Theirs' }] }],
    })
    await as(ann).post(`/api/calendar/operations/${replaced.operationId}/undo`)
    expect((await as(ann).get('/api/calendar?date=2026-11-18')).body[0].blocks).toEqual(added.entries[0].blocks)
  })

  test('a blocked date is refused unless it is to be filled; the block-out stays', async () => {
    const day = await aDay(db, {
      owner: ann.userId,
      date: '2026-11-18',
      isBlocked: true,
      blockedText: 'Snow',
      blocks: [aBlock({ title: 'Mine' })],
    })
    const { id } = await aDailyTemplate(db, { owner: ann.userId, blocks: [aBlock({ title: 'Theirs' })] })
    const apply = (body: object) => as(ann).post(`${URL}/${id}/apply`, { date: day.date, ...body })
    expect(await apply({})).toMatchObject({ status: 422, body: { message: 'No lessons on non-instructional days' } })
    expect((await as(ann).get('/api/calendar?date=2026-11-18')).body).toEqual([day])
    expect((await apply({ blockedDays: 'fill' })).body.entries).toMatchObject([
      { isBlocked: true, blockedText: 'Snow', blocks: [{ title: 'Theirs' }] },
    ])
  })

  test('a day that has changed since it was shown isn’t replaced unseen', async () => {
    const shown = await aDay(db, { owner: ann.userId, date: '2026-11-18', blocks: [aBlock()] })
    const current = await aDay(db, { owner: ann.userId, date: '2026-11-18', blocks: [aBlock({ title: 'Newer' })] })
    const { id } = await aDailyTemplate(db, { owner: ann.userId, blocks: [aBlock()] })
    const apply = (version: number) => as(ann).post(`${URL}/${id}/apply`, { date: shown.date, versions: { [shown.date]: version } })
    for (const version of [shown.version, 0]) expect(await apply(version)).toMatchObject({ status: 409, body: { code: 'stale', current } })
    expect((await apply(current.version)).status).toBe(200)
  })

  test('more than 60 blocks are not added to a day, and an empty template changes none', async () => {
    const day = await aDay(db, { owner: ann.userId, date: '2026-11-18', blocks: Array.from({ length: 59 }, () => aBlock()) })
    const { id } = await aDailyTemplate(db, { owner: ann.userId, blocks: [aBlock(), aBlock()] })
    expect(await as(ann).post(`${URL}/${id}/apply`, { date: day.date, mode: 'add' })).toMatchObject({
      status: 422,
      body: { message: 'Wednesday, November 18, 2026 doesn’t have room. A day can hold up to 60 lessons.' },
    })
    const empty = await aDailyTemplate(db, { owner: ann.userId, blocks: [] })
    expect((await as(ann).post(`${URL}/${empty.id}/apply`, { date: day.date })).status).toBe(422)
    expect((await as(ann).get('/api/calendar?date=2026-11-18')).body).toEqual([day])
  })

  test.each([
    ['an impossible date', { date: '2026-02-30' }],
    ['no date', {}],
    ['a word for a mode', { date: '2026-11-18', mode: 'merge' }],
  ])('%s is refused', async (_what, body) => {
    const { id } = await aDailyTemplate(db, { owner: ann.userId, blocks: [aBlock()] })
    expect((await as(ann).post(`${URL}/${id}/apply`, body)).status).toBe(400)
  })
})

describe('a day that is saved as a template', () => {
  const save = (person: typeof ann, id: string, body: object) => as(person).post(`/api/calendar/${id}/save-as-template`, body)
  const lesson = { description: '<p>Fractions</p>', hasAlert: true, alertMessage: 'Blue tray' }
  const aFullDay = () => {
    const blocks = [aBlock({ title: 'Art', startTime: '10:00', endTime: '11:00' }), aBlock({ title: 'Math', ...lesson })]
    return aDay(db, { owner: ann.userId, date: '2026-11-18', blocks })
  }

  test.each([
    [{}, { description: '', hasAlert: false, alertMessage: '' }],
    [{ includeDescriptions: true }, { ...lesson, hasAlert: false, alertMessage: '' }],
    [{ includeAlerts: true }, { ...lesson, description: '' }],
    [{ includeDescriptions: true, includeAlerts: true }, lesson],
  ])('with %j holds its lessons in their order, and of each only what was asked for', async (options, expected) => {
    const day = await aFullDay()
    const { status, body } = await save(ann, day.id, { templateName: ' Wednesdays ', ...options })
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'Wednesdays', userId: ann.userId, blocks: [{ title: 'Math', ...expected }, { title: 'Art' }] })
    expect((await as(ann).get('/api/daily-templates')).body).toEqual([body])
    expect((await as(ann).get('/api/calendar?date=2026-11-18')).body).toEqual([day])
  })

  test('needs a name and a lesson, and must be the caller’s own', async () => {
    const day = await aFullDay()
    const empty = await aDay(db, { owner: ann.userId, date: '2026-11-19', hasNote: true, noteText: 'Picture day' })
    for (const [reply, status, message] of [
      [await save(ann, day.id, { templateName: '  ' }), 422, 'Please enter a template name'],
      [await save(ann, empty.id, { templateName: 'Empty' }), 422, 'No time blocks found for this day'],
      [await save(bob, day.id, { templateName: 'Hers' }), 404, expect.any(String)],
    ] as const)
      expect(reply).toMatchObject({ status, body: { message } })
    for (const person of [ann, bob]) expect((await as(person).get('/api/daily-templates')).body).toEqual([])
  })
})

describe('weekly templates', () => {
  const URL = '/api/weekly-templates'
  const MONDAY = '2026-11-16'

  test('a teacher creates one, changes it, and finds it', async () => {
    const made = await as(ann).post(URL, { name: 'A week', mondayBlocks: [math()], fridayBlocks: [math(), { ...math(), title: '' }] })
    expect(made).toMatchObject({
      status: 201,
      body: { mondayBlocks: [{ title: 'Math' }], tuesdayBlocks: [], fridayBlocks: [{ title: 'Math' }] },
    })
    const changed = await as(ann).put(`${URL}/${made.body.id}`, { name: 'B week', tuesdayBlocks: [math()] })
    expect(changed.body).toMatchObject({ name: 'B week', mondayBlocks: [], tuesdayBlocks: [{ title: 'Math' }], version: 2 })
    expect((await as(ann).get(URL)).body).toEqual([changed.body])
  })

  test('it is applied to a week: the reply has each day’s outcome, and it is one operation that can be undone', async () => {
    const replaced = await aDay(db, { owner: ann.userId, date: '2026-11-16', blocks: [aBlock({ title: 'Mine' })] })
    const blocked = await aDay(db, { owner: ann.userId, date: '2026-11-18', isBlocked: true, blockedText: 'Snow' })
    const untouched = await aDay(db, { owner: ann.userId, date: '2026-11-19', blocks: [aBlock({ title: 'Mine' })] })
    const { id } = await aWeeklyTemplate(db, { owner: ann.userId, monday: [aBlock()], tuesday: [aBlock()], wednesday: [aBlock()] })
    const { status, body } = await as(ann).post(`${URL}/${id}/apply`, { weekStartDate: MONDAY })
    expect(status).toBe(200)
    expect(body.days).toEqual([
      { date: '2026-11-16', outcome: 'replaced' },
      { date: '2026-11-17', outcome: 'filled' },
      { date: '2026-11-18', outcome: 'skipped' },
      { date: '2026-11-19', outcome: 'untouched' },
      { date: '2026-11-20', outcome: 'untouched' },
    ])
    expect(body.entries.map(({ date }: { date: string }) => date)).toEqual(['2026-11-16', '2026-11-17'])
    expect((await as(ann).post(`/api/calendar/operations/${body.operationId}/undo`)).body).toMatchObject({
      entries: [{ date: '2026-11-16', blocks: replaced.blocks }],
      removed: ['2026-11-17'],
    })
    expect((await as(ann).get('/api/calendar')).body.slice(1)).toEqual([blocked, untouched])
  })

  test('applied from Wednesday on, it leaves Monday and Tuesday as they are', async () => {
    const monday = await aDay(db, { owner: ann.userId, date: '2026-11-16', blocks: [aBlock({ title: 'Mine' })] })
    const { id } = await aWeeklyTemplate(db, { owner: ann.userId, monday: [aBlock()], tuesday: [aBlock()], wednesday: [aBlock()] })
    const { body } = await as(ann).post(`${URL}/${id}/apply`, { weekStartDate: MONDAY, from: '2026-11-18' })
    expect(body.days.map(({ date }: { date: string }) => date)).toEqual(['2026-11-18', '2026-11-19', '2026-11-20'])
    expect((await as(ann).get('/api/calendar')).body).toEqual([monday, expect.objectContaining({ date: '2026-11-18' })])
  })

  test('from a day of another week, it is refused', async () => {
    const { id } = await aWeeklyTemplate(db, { owner: ann.userId, monday: [aBlock()] })
    for (const from of ['2026-11-13', '2026-11-21', '2026-11-23'])
      expect(await as(ann).post(`${URL}/${id}/apply`, { weekStartDate: MONDAY, from })).toMatchObject({
        status: 422,
        body: { message: expect.stringContaining('Choose a school day of that week') },
      })
    expect(await as(ann).post(`${URL}/${id}/apply`, { weekStartDate: 'soon', from: MONDAY })).toMatchObject({ status: 400 })
    expect((await as(ann).get('/api/calendar')).body).toEqual([])
  })

  test('a week that doesn’t start on a Monday is refused', async () => {
    const { id } = await aWeeklyTemplate(db, { owner: ann.userId, monday: [aBlock()] })
    expect(await as(ann).post(`${URL}/${id}/apply`, { weekStartDate: '2026-11-15' })).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('Choose a Monday') },
    })
  })
})

describe('a deleted template', () => {
  const remove = async () => {
    const daily = await aDailyTemplate(db, { owner: ann.userId, blocks: [aBlock()] })
    const [made] = (await as(ann).get('/api/daily-templates')).body
    await as(ann).remove(`/api/daily-templates/${daily.id}`)
    expect((await as(ann).get('/api/daily-templates')).body).toEqual([])
    return made
  }
  const restore = (person: typeof ann, id: string) => as(person).post(`/api/templates/${id}/restore`)

  test('can be restored unchanged, with its id, and only by its owner', async () => {
    const made = await remove()
    const gone = { status: 404, body: { code: 'not_found', message: 'Template not found' } }
    expect(await restore(bob, made.id)).toMatchObject(gone)
    for (const reply of [
      await as(ann).put(`/api/daily-templates/${made.id}`, { name: 'Mine' }),
      await as(ann).post(`/api/daily-templates/${made.id}/apply`, { date: '2026-11-18' }),
      await as(ann).remove(`/api/daily-templates/${made.id}`),
    ])
      expect(reply).toMatchObject(gone)
    expect(await restore(ann, made.id)).toMatchObject({ status: 200 })
    expect((await as(ann).get('/api/daily-templates')).body).toEqual([made])
    // A template that isn't deleted can't be restored.
    expect(await restore(ann, made.id)).toMatchObject(gone)
  })

  test('is kept for 30 days', async () => {
    const made = await remove()
    await doJob(forgetDeletedTemplates, new Date('2026-12-18T13:59:59Z'))
    expect(await restore(ann, made.id)).toMatchObject({ status: 200 })
    await as(ann).remove(`/api/daily-templates/${made.id}`)
    await doJob(forgetDeletedTemplates, new Date('2026-12-18T14:00:01Z'))
    expect((await restore(ann, made.id)).status).toBe(404)
  })

  test('can’t be restored if there is no room for it', async () => {
    const made = await remove()
    await addTemplates(db, await owner(), 'daily', Array(MAX.templates).fill({ name: 'Day', content: { blocks: [] } }))
    expect((await restore(ann, made.id)).status).toBe(422)
    expect((await as(ann).get('/api/daily-templates')).body).toHaveLength(MAX.templates)
  })
})

describe('a file of templates', () => {
  test('is imported entirely, in addition to existing templates, with scripts removed', async () => {
    await aDailyTemplate(db, { owner: ann.userId, name: 'Normal day', blocks: [aBlock()] })
    const reply = await as(ann).post('/api/templates/import', {
      timeBlocks: [MATH],
      daily: [{ name: 'Normal day', blocks: [{ ...math(), description: '<img src=x onerror=x()><b>Hi</b>' }] }],
      weekly: [{ name: 'A week', mondayBlocks: [math()] }],
    })
    expect(reply).toMatchObject({ status: 200, body: { timeBlocks: 1, daily: 1, weekly: 1 } })
    const daily = (await as(ann).get('/api/daily-templates')).body
    expect(daily).toMatchObject([{ name: 'Normal day' }, { name: 'Normal day', blocks: [{ description: '<b>Hi</b>' }] }])
  })

  test('with one bad template in it imports nothing', async () => {
    for (const daily of [[{ name: '', blocks: [math()] }], [{ name: 'Empty', blocks: [] }]])
      expect((await as(ann).post('/api/templates/import', { timeBlocks: [MATH], daily })).status).toBeGreaterThanOrEqual(400)
    expect((await as(ann).get('/api/time-block-templates')).body).toEqual([])
  })
})

describe('access to templates', () => {
  test('another teacher’s template can’t be read, changed, applied, or removed', async () => {
    const block = (await as(ann).post('/api/time-block-templates', MATH)).body
    const daily = await aDailyTemplate(db, { owner: ann.userId, blocks: [aBlock()] })
    const weekly = await aWeeklyTemplate(db, { owner: ann.userId, monday: [aBlock()] })
    const urls = [`/api/time-block-templates/${block.id}`, `/api/daily-templates/${daily.id}`, `/api/weekly-templates/${weekly.id}`]
    const gone = { status: 404, body: { code: 'not_found', message: 'Template not found' } }
    const tries = (person: typeof bob, [timeBlocks, days, weeks]: string[]) => [
      as(person).get(timeBlocks ?? ''),
      as(person).put(timeBlocks ?? '', MATH),
      as(person).put(days ?? '', { name: 'Mine now' }),
      as(person).put(weeks ?? '', { name: 'Mine now' }),
      as(person).post(`${days}/apply`, { date: '2026-11-18' }),
      as(person).post(`${weeks}/apply`, { weekStartDate: '2026-11-16' }),
      ...[timeBlocks, days, weeks].map((url) => as(person).remove(url ?? '')),
    ]
    for (const reply of await Promise.all(tries(bob, urls))) expect(reply).toMatchObject(gone)
    // A template of another kind isn't found at this endpoint either.
    expect(await as(ann).remove(`/api/daily-templates/${weekly.id}`)).toMatchObject(gone)
    for (const list of ['time-block', 'daily', 'weekly']) expect((await as(bob).get(`/api/${list}-templates`)).body).toEqual([])
    expect((await as(ann).get('/api/daily-templates')).body).toMatchObject([{ name: 'Normal day' }])
  })

  const writes: [string, 'POST' | 'PUT' | 'DELETE', string, unknown][] = [
    ['make', 'POST', '/api/time-block-templates', MATH],
    ['make a day', 'POST', '/api/daily-templates', { name: 'Day' }],
    ['make a week', 'POST', '/api/weekly-templates', { name: 'Week' }],
    ['change', 'PUT', `/api/daily-templates/${NOBODYS}`, { name: 'Day' }],
    ['apply a day', 'POST', `/api/daily-templates/${NOBODYS}/apply`, { date: '2026-11-18' }],
    ['apply a week', 'POST', `/api/weekly-templates/${NOBODYS}/apply`, { weekStartDate: '2026-11-16' }],
    ['delete', 'DELETE', `/api/weekly-templates/${NOBODYS}`, undefined],
    ['bring one back', 'POST', `/api/templates/${NOBODYS}/restore`, undefined],
    ['import', 'POST', '/api/templates/import', {}],
  ]
  test.each(writes)('a teacher whose trial has ended can read templates but not %s', async (_what, method, url, body) => {
    setClock('2026-11-20T12:00:00Z')
    await as(ann).get('/api/user')
    setClock('2026-11-24T12:00:01Z')
    expect((await call(method, url, { token: ann.token, body })).status).toBe(402)
    expect((await as(ann).get('/api/daily-templates')).status).toBe(200)
  })
})
