/** A lesson that is left out on a short day isn't shown anywhere, but its text stays findable, and copies are of a usual day. */
import { beforeEach, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { app, call, clock, db } from '#test/app.ts'

let ann: Awaited<ReturnType<typeof aTeacher>>
let art = ''
const DATE = '2026-11-18'
const asAnn = (method: 'GET' | 'POST', path: string, body?: object) => call(method, path, { token: ann.token, ...(body && { body }) })
const lesson = (title: string, startTime: string, endTime: string, more: object = {}) => ({
  ...{ id: `block_${title}`, title, startTime, endTime, description: `<p>Text of ${title}</p>` },
  ...more,
})
beforeEach(async () => {
  ann = await aTeacher(db, { now: clock() })
  art = (await asAnn('POST', '/api/classes', { name: 'Art' })).body.id
  const blocks = [lesson('Math', '08:00', '09:00', { isLocked: true }), lesson('Art', '09:00', '10:00', { classId: art, hasAlert: true })]
  expect((await asAnn('POST', '/api/calendar', { date: DATE, blocks })).status).toBe(201)
  const rule = { startTime: '10:00', endTime: '10:30', leaveOut: [art] }
  expect((await asAnn('POST', '/api/calendar/short-days', { date: DATE, rule })).status).toBe(200)
})

test('a substitute gets the short times, what makes the day short, and no lesson that is left out', async () => {
  const headers = { authorization: `Bearer ${ann.token}` }
  const { body: page } = await app.inject({ method: 'POST', url: '/api/sub-plans/generate', headers, payload: { dates: [DATE] } })
  expect(page).toContain('Short day: Late start')
  expect(page).toContain('10:00 AM – 10:30 AM')
  expect(page).toContain('Text of Math')
  expect(page).not.toContain('Text of Art')
})

test('the class doesn’t list it, and a search says that it is left out', async () => {
  expect((await asAnn('GET', `/api/classes/${art}/lessons?from=${DATE}&to=${DATE}`)).body.lessons).toEqual([])
  const found = (await asAnn('GET', '/api/calendar/search?q=text')).body.days[0].finds
  expect(found).toMatchObject([{ title: ['Art'], isLeftOut: true }, { title: ['Math'] }])
  expect(found[1]).not.toHaveProperty('isLeftOut')
})

test('the month doesn’t announce its alert', async () => {
  expect((await asAnn('GET', `/api/calendar/marks?from=${DATE}&to=${DATE}`)).body).toEqual([])
})

test('a template of the day has the usual times of all lessons', async () => {
  const { id } = (await asAnn('GET', `/api/calendar?date=${DATE}`)).body[0]
  const template = await asAnn('POST', `/api/calendar/${id}/save-as-template`, { templateName: 'Wednesday' })
  const times = template.body.timeBlocks.map(({ title, startTime, endTime }: TimeBlock) => `${title} ${startTime}-${endTime}`)
  expect(times).toEqual(['Math 08:00-09:00', 'Art 09:00-10:00'])
  expect(JSON.stringify(template.body.timeBlocks)).not.toMatch(/usual|isLocked/)
})

test('an export keeps it', async () => {
  const kept = (await asAnn('GET', `/api/calendar?date=${DATE}`)).body[0].blocks[1]
  expect(kept).toMatchObject({ title: 'Art', description: '<p>Text of Art</p>', usual: { isLeftOut: true } })
})
