// @module-tag engine
/** Tests that no sequence of moves, closures and short days loses a text, and that undoing each step in turn restores every earlier state. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import { call, clock, db } from '#test/app.ts'
import { isFullSize } from '#test/size.ts'

const FIRST = '2026-11-30'
const LAST = '2026-12-11'
const KINDS = ['bump', 'bumpAll', 'extend', 'pullBack'] as const
const aStep = fc.record({
  act: fc.constantFrom(
    ...KINDS,
    ...KINDS,
    'lock',
    'close',
    'close',
    'leave',
    'open',
    'leave closed',
    'shorten',
    'shorten',
    'restore',
    'write',
    'write',
  ),
  which: fc.nat(40),
  days: fc.nat(2),
})

/** Two weeks with Math every day, twice on Mondays, and Art on three days, in a week that repeats or in a cycle that waits. */
const aTeacherWithLessons = async (isCycle: boolean) => {
  const { token } = await aTeacher(db, { now: clock(), timezone: 'UTC' })
  const ask = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    call(method, path, { token, ...(body && { body }) })
  const ids: string[] = []
  for (const name of ['Math', 'Art']) ids.push((await ask('POST', '/api/classes', { name })).body.id)
  const [math = '', art = ''] = ids
  const cells = [
    ...[1, 2, 3].map((day) => ({ day, row: 0, classId: math })),
    { day: 1, row: 1, classId: math },
    { day: 2, row: 1, classId: art },
    ...(isCycle ? [] : [4, 5].flatMap((day) => [0, 1].map((row) => ({ day, row, classId: row === 0 ? math : art })))),
  ]
  const rhythm = isCycle ? { kind: 'cycle', days: 3, onDayOff: 'wait' } : { kind: 'weekly' }
  const rows = [
    { startTime: '09:00', endTime: '09:45' },
    { startTime: '10:00', endTime: '10:45' },
  ]
  const laid = await ask('POST', '/api/timetables', { firstDay: FIRST, lastDay: LAST, rhythm, rows, cells, from: FIRST, existing: 'keep' })
  expect(laid.status, JSON.stringify(laid.body)).toBe(201)
  return { ask, classes: ids }
}
type World = Awaited<ReturnType<typeof aTeacherWithLessons>>

const daysOf = async ({ ask }: World): Promise<CalendarDay[]> => (await ask('GET', `/api/calendar?from=${FIRST}&to=${LAST}`)).body
const stateOf = async (world: World) => {
  const { ask } = world
  const days = (await daysOf(world)).map(({ version: _, operationId: __, ...day }) => day)
  const [unplaced, classes, closures, timetables] = await Promise.all(
    ['/api/unplaced', '/api/classes', `/api/calendar/closures?from=${FIRST}&to=${LAST}`, '/api/timetables'].map(
      async (path) => (await ask('GET', path)).body as object[],
    ),
  )
  const numbers = timetables?.map((timetable) => ({ ...timetable, operationId: '' }))
  return JSON.stringify({ days, unplaced, classes, closures, numbers })
}
const wordsOf = (blocks: readonly Pick<TimeBlock, 'description'>[]) =>
  blocks.flatMap(({ description }) => (description ? [description.replace(/<.*?>/g, '')] : []))

/** Does what a step says. Returns the answer, or undefined if there was nothing to do. */
const take = async (world: World, { act, which, days }: { act: string; which: number; days: number }, text: string) => {
  const { ask, classes } = world
  const all = await daysOf(world)
  const lessons = all.flatMap((day) => day.blocks.map((block) => ({ day, block })))
  const chosen = lessons[which % Math.max(1, lessons.length)]
  const dates = all.map(({ date }) => date)
  const from = dates[which % dates.length] ?? FIRST
  const to = dates[Math.min(dates.length - 1, (which % dates.length) + days)] ?? from
  if (act === 'close' || act === 'leave') {
    const choices = classes.map((classId, index) => ({ classId, choice: act === 'leave' && index === 0 ? 'leave' : 'move' }))
    return ask('POST', '/api/calendar/closures', { from, to, blockedText: 'Snow day', choices })
  }
  if (act === 'open' || act === 'leave closed')
    return ask('POST', '/api/calendar/openings', { from, to, plans: act === 'open' ? 'bringBack' : 'leave' })
  if (act === 'shorten') {
    const rule = { startTime: '10:00', endTime: '11:00', keep: [], share: 'evenly', leaveOut: classes.slice(0, days) }
    return ask('POST', '/api/calendar/short-days', { date: from, rule })
  }
  if (act === 'restore') return ask('DELETE', `/api/calendar/short-days/${from}`)
  if (!chosen) return undefined
  const { day, block } = chosen
  if (act !== 'lock' && act !== 'write') return ask('POST', '/api/calendar/moves', { kind: act, date: day.date, blockId: block.id })
  const changed = act === 'lock' ? { isLocked: !block.isLocked } : { description: `<p>${text}</p>`, hasAlert: which % 3 === 0 }
  const blocks = day.blocks.map((one) => (one === block ? { ...one, ...changed } : one))
  const saved = await ask('PATCH', `/api/calendar/${day.id}`, { blocks, version: day.version })
  return saved
}

test('any sequence of moves, closures, short days and texts loses nothing, moves nothing that is locked, and is undone step by step', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(aStep, { minLength: 4, maxLength: 12 }), async (isCycle, steps) => {
      const world = await aTeacherWithLessons(isCycle)
      // Something to move, on six lessons.
      for (let which = 0; which < 12; which += 2) await take(world, { act: 'write', which, days: 0 }, `first ${which}`)
      const done: { operationId: string; before: string }[] = []
      let replaced: string[] = []
      const texts = async () => [
        ...(await daysOf(world)).flatMap(({ blocks }) => wordsOf(blocks)),
        ...wordsOf((await world.ask('GET', '/api/unplaced')).body),
      ]
      for (const [index, step] of steps.entries()) {
        const before = await stateOf(world)
        const [was, days] = [await texts(), await daysOf(world)]
        const locked = days.flatMap(({ date, blocks }) => blocks.flatMap((block) => (block.isLocked ? [{ date, block }] : [])))
        const answer = await take(world, step, `text ${index}`)
        if (!answer) continue
        expect([200, 404, 422], JSON.stringify(answer.body)).toContain(answer.status)
        if (answer.status === 200) done.push({ operationId: answer.body.operationId, before })
        const now = await texts()
        replaced = step.act === 'write' ? was.filter((text) => !now.includes(text)) : []
        expect(replaced.length).toBeLessThanOrEqual(1)
        if (step.act !== 'write') {
          const copies = step.act === 'extend' && answer.status === 200 ? 1 : 0
          expect(new Set(now)).toEqual(new Set(was))
          expect(now.length).toBe(was.length + copies)
        }
        // A short day changes the times of locked lessons, too.
        if (['lock', 'write', 'shorten', 'restore'].includes(step.act)) continue
        const after = await daysOf(world)
        for (const { date, block } of locked) expect(after.find((day) => day.date === date)?.blocks).toContainEqual(block)
      }
      for (const { operationId, before } of done.reverse()) {
        const undone = await world.ask('POST', `/api/calendar/operations/${operationId}/undo`)
        // There is nothing to undo of an operation that changed nothing.
        expect((await stateOf(world)) === before || undone.status === 200, JSON.stringify(undone.body)).toBe(true)
        expect(await stateOf(world)).toBe(before)
      }
    }),
    { numRuns: isFullSize ? 60 : 6 },
  )
})
