import { describe, expect, test } from 'vitest'
import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import type { Choice } from './block-edit.ts'
import { blockAt } from './block-move.ts'
import { createDaySaver, type DayToSave } from './day-saver.ts'
import { dayOfWeek, type PlannedWeek, plannedWeek, withDay } from './planned-week.ts'

const [WED, THU] = ['2026-11-18', '2026-11-19'] as const
const block = (id: string, startTime = '08:00', endTime = '09:00'): TimeBlock => ({
  id,
  title: id,
  description: '',
  startTime,
  endTime,
  hasAlert: false,
  alertMessage: '',
  order: 0,
})
const [math, art, music] = [block('math'), block('art', '10:00', '11:00'), block('music')]

class Stale extends Error {
  readonly day: { date: string; day: CalendarDay | null }
  constructor(date: string, day: CalendarDay | null) {
    super('stale')
    this.day = { date, day }
  }
}

/** A server with a few days, which refuses old versions and changes all days of a call or none. */
const createServer = (days: Record<string, TimeBlock[]>) => {
  const kept = new Map<string, CalendarDay>()
  let version = 0
  const write = (date: string, blocks: TimeBlock[]) => {
    version++
    const mark = { isBlocked: false, blockedText: null, hasNote: false, noteText: null }
    kept.set(date, { id: date, userId: 'maya', date, ...mark, blocks: structuredClone(blocks), version, operationId: `op${version}` })
  }
  for (const [date, blocks] of Object.entries(days)) write(date, blocks)
  return {
    write,
    remove: (date: string) => kept.delete(date),
    sent: [] as string[][],
    isBroken: false,
    losesReply: false,
    day: (date: string) => structuredClone(kept.get(date) ?? null),
    titles: (date: string) => kept.get(date)?.blocks.map(({ title, startTime }) => `${title} ${startTime}`),
    async send(days: readonly DayToSave[]): Promise<CalendarDay[]> {
      await Promise.resolve()
      if (this.isBroken) throw new Error('500')
      this.sent.push(days.map(({ date }) => date))
      for (const { date, entry } of days) {
        if ((entry?.version ?? 0) !== (kept.get(date)?.version ?? 0)) throw new Stale(date, this.day(date))
      }
      for (const { date, blocks } of days) write(date, blocks)
      if (this.losesReply) {
        this.losesReply = false
        return this.send(days)
      }
      return days.map(({ date }) => this.day(date) as CalendarDay)
    },
  }
}

const openTab = (server: ReturnType<typeof createServer>, answers: Choice[] = []) => {
  let week: PlannedWeek = plannedWeek(
    '2026-11-16',
    [WED, THU].flatMap((date) => server.day(date) ?? []),
  )
  const asked: unknown[] = []
  const saver = createDaySaver({
    change: (date, change) => {
      week = withDay(week, date, change)
    },
    confirmed: (date) => dayOfWeek(week, date)?.entry ?? null,
    send: (days) => server.send(days),
    movedOn: (error) => (error instanceof Stale ? error.day : undefined),
    ask: async (_, { mine, theirs }) => {
      asked.push([mine?.startTime ?? null, theirs?.startTime ?? null])
      return answers.shift() as Choice
    },
    newId: () => 'new',
  })
  const shown = (date: string) => dayOfWeek(week, date)?.lessons.map((lesson) => lesson.block) ?? []
  return {
    asked,
    saver,
    shown,
    titles: (date: string) => shown(date).map(({ title, startTime }) => `${title} ${startTime}`),
    move: (before: TimeBlock, startTime = before.startTime) =>
      saver.move({ from: WED, to: THU, before, after: blockAt(before, startTime) }),
  }
}

test('a lesson that moves to another day shows there at once, and both days are saved as one operation', async () => {
  const server = createServer({ [WED]: [math, art], [THU]: [music] })
  const tab = openTab(server)
  const moved = tab.move(math, '09:30')
  expect([tab.titles(WED), tab.titles(THU)]).toEqual([['art 10:00'], ['music 08:00', 'math 09:30']])
  await moved
  expect(server.sent).toEqual([[THU, WED]])
  expect([server.titles(WED), server.titles(THU)]).toEqual([['art 10:00'], ['music 08:00', 'math 09:30']])
  expect([tab.titles(WED), tab.titles(THU)]).toEqual([['art 10:00'], ['music 08:00', 'math 09:30']])
})

test('a move onto a day that holds nothing yet begins it', async () => {
  const server = createServer({ [WED]: [math] })
  await openTab(server).move(math)
  expect([server.titles(WED), server.titles(THU)]).toEqual([[], ['math 08:00']])
})

test('a lesson whose id the other day has already gets one of its own, and hides nothing', async () => {
  const server = createServer({ [WED]: [math], [THU]: [{ ...math, title: 'other' }] })
  await openTab(server).move(math, '09:00')
  expect(server.day(THU)?.blocks.map(({ id, title }) => [id, title])).toEqual([
    ['math', 'other'],
    ['new', 'math'],
  ])
})

test('a move that fails leaves both days as they were', async () => {
  const server = createServer({ [WED]: [math, art], [THU]: [music] })
  const tab = openTab(server)
  const before = [tab.shown(WED), tab.shown(THU)]
  server.isBroken = true
  await expect(tab.move(math)).rejects.toThrow('500')
  expect([tab.shown(WED), tab.shown(THU)]).toEqual(before)
})

test('a move whose reply was lost is sent again, and is neither asked about nor done twice', async () => {
  const server = createServer({ [WED]: [math, art], [THU]: [music] })
  const tab = openTab(server)
  server.losesReply = true
  const saved = await tab.move(math)
  expect(tab.asked).toEqual([])
  expect(saved?.map(({ date }) => date)).toEqual([THU, WED])
  expect([server.titles(WED), server.titles(THU)]).toEqual([['art 10:00'], ['math 08:00', 'music 08:00']])
  expect([tab.titles(WED), tab.titles(THU)]).toEqual([['art 10:00'], ['math 08:00', 'music 08:00']])
})

test('an edit of either day waits for the move, and is saved on top of it', async () => {
  const server = createServer({ [WED]: [math, art], [THU]: [music] })
  const tab = openTab(server)
  const moved = tab.move(math)
  const shown = tab.shown(THU).find(({ id }) => id === 'math') as TimeBlock
  await Promise.all([
    moved,
    tab.saver.save(WED, { before: art, after: { ...art, title: 'clay' } }),
    tab.saver.save(THU, { before: shown, after: { ...shown, title: 'algebra' } }),
  ])
  expect(tab.asked).toEqual([])
  expect([server.titles(WED), server.titles(THU)]).toEqual([['clay 10:00'], ['algebra 08:00', 'music 08:00']])
})

describe('in two tabs', () => {
  test('what was done to other lessons of both days stays, and nobody is asked', async () => {
    const server = createServer({ [WED]: [math], [THU]: [music] })
    const tab = openTab(server)
    server.write(WED, [math, art])
    server.write(THU, [])
    await tab.move(math)
    expect(tab.asked).toEqual([])
    expect([server.titles(WED), server.titles(THU)]).toEqual([['art 10:00'], ['math 08:00']])
    expect([tab.titles(WED), tab.titles(THU)]).toEqual([['art 10:00'], ['math 08:00']])
  })

  test('what was written into the lesson elsewhere moves with it', async () => {
    const server = createServer({ [WED]: [math] })
    const tab = openTab(server)
    server.write(WED, [{ ...math, title: 'algebra', description: '<p>x</p>' }])
    await tab.move(math, '10:00')
    expect(tab.asked).toEqual([])
    expect(server.day(WED)?.blocks).toEqual([])
    expect(server.day(THU)?.blocks).toMatchObject([{ title: 'algebra', description: '<p>x</p>', startTime: '10:00', endTime: '11:00' }])
  })

  test.each([
    ['mine', [], ['math 10:00']],
    ['theirs', ['math 12:00'], undefined],
    ['both', ['math 12:00'], ['math 10:00']],
  ] as const)('a lesson moved there too is asked about: %s', async (answer, wednesday, thursday) => {
    const server = createServer({ [WED]: [math] })
    const tab = openTab(server, [answer])
    server.write(WED, [blockAt(math, '12:00')])
    await tab.move(math, '10:00')
    expect(tab.asked).toEqual([['10:00', '12:00']])
    expect([server.titles(WED), server.titles(THU)]).toEqual([wednesday, thursday])
    expect([tab.titles(WED), tab.titles(THU)]).toEqual([wednesday, thursday ?? []])
  })

  test.each([
    ['mine', ['math 10:00']],
    ['theirs', undefined],
  ] as const)('a lesson deleted there is asked about: %s', async (answer, thursday) => {
    const server = createServer({ [WED]: [math, art] })
    const tab = openTab(server, [answer])
    server.write(WED, [art])
    await tab.move(math, '10:00')
    expect(tab.asked).toEqual([['10:00', null]])
    expect([server.titles(WED), server.titles(THU)]).toEqual([['art 10:00'], thursday])
  })
})
