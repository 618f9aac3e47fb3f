// @module-tag engine
/** A teacher types in a lesson while another window moves its plan. */
import { beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { call, clock, db } from './app.ts'
import { inBrowser, openTab } from './tab.ts'

inBrowser()

const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'] as const
const [MON, TUE] = DAYS
let ann: Awaited<ReturnType<typeof aTeacher>>
let math: string
const asAnn = (method: 'GET' | 'POST', path: string, body?: object) => call(method, path, { token: ann.token, ...(body && { body }) })

/** Math each day, at a later time each day, with a plan on the first three. */
beforeEach(async () => {
  ann = await aTeacher(db, { now: clock(), timezone: 'UTC' })
  math = (await asAnn('POST', '/api/classes', { name: 'Math' })).body.id
  const days = DAYS.map((date, index) => {
    const times = { startTime: `0${index + 1}:00`, endTime: `0${index + 1}:45` }
    const description = index < 3 ? `<p>${'ABC'[index]}</p>` : ''
    return { date, blocks: [{ id: `lesson_${index}`, title: 'Math', ...times, description, classId: math }] }
  })
  expect((await asAnn('POST', '/api/calendar/days', { days })).status).toBeLessThan(300)
})

/** The week's lessons, as '1:00 A'. */
const week = async () =>
  (await asAnn('GET', `/api/calendar?from=${MON}&to=${DAYS[4]}`)).body.flatMap(({ blocks }: { blocks: TimeBlock[] }) =>
    blocks.map(({ startTime, description }) => `${startTime.slice(1)} ${description.replace(/<.*?>/g, '')}`.trim()),
  )

const typed = (before: TimeBlock, more: Partial<TimeBlock> = {}) => ({ ...before, description: '<p>Typed</p>', ...more })
const close = () =>
  asAnn('POST', '/api/calendar/closures', { from: MON, to: MON, blockedText: 'Snow', choices: [{ classId: math, choice: 'move' }] })
const bump = () => asAnn('POST', '/api/calendar/moves', { kind: 'bump', date: MON, blockId: 'lesson_0' })

describe('what a teacher types in a lesson goes with its plan', () => {
  test.each([
    ['bumps it', bump, MON, ['1:00', '2:00 Typed', '3:00 B', '4:00 C', '5:00']],
    ['bumps the one before it', bump, TUE, ['1:00', '2:00 A', '3:00 Typed', '4:00 C', '5:00']],
    // Today is Wednesday. A day that is over keeps its plan.
    ['closes the day', close, MON, ['1:00', '2:00 B', '3:00 Typed', '4:00 C', '5:00']],
  ])('if another window %s', async (_, act, date, expected) => {
    const tab = await openTab(ann)
    const [before] = tab.blocks(date)
    expect((await act()).status).toBe(200)
    if (!before) throw new Error('No lesson')
    await tab.write({ type: 'block', date, before, after: typed(before) })
    // The text goes on in the same editor, which knows the lesson by its old day.
    await tab.write({ type: 'block', date, before: typed(before), after: typed(before, { description: '<p>Typed more</p>' }) })
    expect(await week()).toEqual(expected.map((lesson) => lesson.replace('Typed', 'Typed more')))
    expect(tab.asked).toEqual([])
    tab.close()
  })

  test('and asks which text counts, if the other window changed it too', async () => {
    const tab = await openTab(ann, () => 'mine')
    const [before] = tab.blocks(MON)
    if (!before) throw new Error('No lesson')
    await bump()
    const [tuesday] = (await asAnn('GET', `/api/calendar?date=${TUE}`)).body
    const blocks = tuesday.blocks.map((block: TimeBlock) => ({ ...block, description: '<p>Theirs</p>' }))
    expect((await call('PUT', `/api/calendar/${tuesday.id}`, { token: ann.token, body: { blocks } })).status).toBe(200)
    await tab.write({ type: 'block', date: MON, before, after: typed(before) })
    expect(tab.asked).toHaveLength(1)
    expect(await week()).toEqual(['1:00', '2:00 Typed', '3:00 B', '4:00 C', '5:00'])
    tab.close()
  })
})
