// @module-tag engine
/** A teacher types in a lesson while another window moves its plan. */
import { beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { planLanding } from '#web/features/calendar/block-actions/plan-landing.ts'
import { call, clock, db } from './app.ts'
import { inBrowser, openTab, type Tab } from './tab.ts'

inBrowser()

const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'] as const
const [MON, TUE, WED, THU] = DAYS
let ann: Awaited<ReturnType<typeof aTeacher>>
let math: string
const asAnn = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  call(method, path, { token: ann.token, ...(body && { body }) })

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

describe('a plan that a teacher moves by hand', () => {
  /** Moves the plan of a day to another day, as dragging it in the month does. */
  const moveByHand = (tab: Tab, from: string, to: string) => {
    const [here, there] = [tab.blocks(from), tab.blocks(to)]
    const [block] = here
    if (!block) throw new Error('No lesson')
    const move = { block, from, to, startTime: block.startTime, isCopy: false }
    const landing = planLanding(move, { here, there, classes: [{ id: math, name: 'Math' }] })
    if (!landing) throw new Error('The plan lands nowhere')
    return tab.write({ type: 'blocks', changes: landing.changes })
  }
  const change = async (date: string, more: Partial<TimeBlock>) => {
    const [{ id, blocks }] = (await asAnn('GET', `/api/calendar?date=${date}`)).body
    const body = { blocks: blocks.map((block: TimeBlock) => ({ ...block, ...more })) }
    expect((await call('PUT', `/api/calendar/${id}`, { token: ann.token, body })).status).toBe(200)
  }

  test.each([
    ['comes back from a later day', DAYS[4], ['1:00 A', '2:00 B', '3:00 C', '4:00', '5:00']],
    ['stays on an earlier day, and so does the plan that it changed places with', MON, ['1:00 C', '2:00 B', '3:00', '4:00 A', '5:00']],
  ])('%s when its closed day opens', async (_, to, expected) => {
    const shut = { from: WED, to: WED, blockedText: 'Snow', choices: [{ classId: math, choice: 'move' }] }
    expect((await asAnn('POST', '/api/calendar/closures', shut)).status).toBe(200)
    expect(await week()).toEqual(['1:00 A', '2:00 B', '3:00', '4:00 C', '5:00'])
    const tab = await openTab(ann)
    await moveByHand(tab, THU, to)
    expect((await asAnn('POST', '/api/calendar/openings', { from: WED, to: WED, plans: 'bringBack' })).status).toBe(200)
    expect(await week()).toEqual(expected)
    tab.close()
  })

  test('takes its title and its taught mark along, and Undo brings all back', async () => {
    await change(MON, { title: 'Math: quiz', taught: 'done' })
    const content = async () =>
      (await asAnn('GET', `/api/calendar?from=${MON}&to=${DAYS[4]}`)).body.map(({ blocks }: { blocks: TimeBlock[] }) => blocks)
    const before = await content()
    const tab = await openTab(ann)
    const moved = await moveByHand(tab, MON, TUE)
    expect((await content()).slice(0, 2)).toMatchObject([
      [{ id: 'lesson_1', title: 'Math', startTime: '01:00' }],
      [{ id: 'lesson_0', title: 'Math: quiz', startTime: '02:00', taught: 'done' }],
    ])
    expect((await content())[0][0].taught).toBeUndefined()
    expect((await asAnn('POST', `/api/calendar/operations/${moved?.operationId}/undo`)).status).toBe(200)
    expect(await content()).toEqual(before)
    tab.close()
  })

  test('doesn’t move over a lock that was set elsewhere since', async () => {
    const tab = await openTab(ann)
    await change(TUE, { isLocked: true })
    await expect(moveByHand(tab, MON, TUE)).rejects.toThrow('was changed or deleted in another window')
    expect(await week()).toEqual(['1:00 A', '2:00 B', '3:00 C', '4:00', '5:00'])
    tab.close()
  })

  test('takes along what is typed in another window, whose lesson was open before', async () => {
    const [moving, editing] = [await openTab(ann), await openTab(ann)]
    const [before] = editing.blocks(MON)
    if (!before) throw new Error('No lesson')
    await moveByHand(moving, MON, TUE)
    await editing.write({ type: 'block', date: MON, before, after: typed(before) })
    expect(await week()).toEqual(['1:00 B', '2:00 Typed', '3:00 C', '4:00', '5:00'])
    expect(editing.asked).toEqual([])
    editing.close()
    moving.close()
  })

  test('leaves the usual times of a short day to the lesson that it comes into', async () => {
    const shortened = await asAnn('POST', '/api/calendar/short-days', { date: TUE, rule: { startTime: '04:00', endTime: '04:20' } })
    expect(shortened.status, JSON.stringify(shortened.body)).toBe(200)
    const tab = await openTab(ann)
    await moveByHand(tab, MON, TUE)
    expect(await week()).toEqual(['1:00 B', '4:00 A', '3:00 C', '4:00', '5:00'])
    expect((await asAnn('DELETE', `/api/calendar/short-days/${TUE}`)).status).toBe(200)
    expect(await week()).toEqual(['1:00 B', '2:00 A', '3:00 C', '4:00', '5:00'])
    tab.close()
  })
})
