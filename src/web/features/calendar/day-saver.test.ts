import { describe, expect, test } from 'vitest'
import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import type { Choice } from './block-edit.ts'
import { createDaySaver } from './day-saver.ts'
import { dayOfWeek, type PlannedWeek, plannedWeek, withDay } from './planned-week.ts'

const DATE = '2026-11-18'
const block = (id: string, title: string, description = ''): TimeBlock => ({
  id,
  title,
  description,
  startTime: '08:00',
  endTime: '09:00',
  hasAlert: false,
  alertMessage: '',
  order: 0,
})
const titles = (blocks: readonly TimeBlock[]) => blocks.map(({ title }) => title).sort()

class Stale extends Error {
  readonly current: CalendarDay | null
  constructor(current: CalendarDay | null) {
    super('stale')
    this.current = current
  }
}

/** A server with one day, which cleans descriptions, refuses old versions, and answers when it is let. */
const createServer = (blocks: TimeBlock[] | null) => {
  const day = (kept: TimeBlock[], version: number): CalendarDay => ({
    id: 'day',
    userId: 'maya',
    date: DATE,
    isBlocked: false,
    blockedText: null,
    hasNote: false,
    noteText: null,
    blocks: structuredClone(kept).map((each) => ({ ...each, description: each.description.replace('<b>', '<strong>') })),
    version,
    operationId: `op${version}`,
  })
  const server = {
    entry: blocks && day(blocks, 1),
    version: 1,
    sent: [] as string[][],
    gate: Promise.resolve(),
    refuseNext: 0,
    loseAnswers: 0,
    write(kept: TimeBlock[] | null) {
      server.version++
      server.entry = kept && day(kept, server.version)
    },
    async send(seen: CalendarDay | null, kept: TimeBlock[]): Promise<CalendarDay> {
      await server.gate
      if (server.refuseNext > 0) {
        server.refuseNext--
        throw new Error('500')
      }
      server.sent.push(titles(kept))
      if (seen?.version !== server.entry?.version) throw new Stale(structuredClone(server.entry))
      server.write(kept)
      // Whoever sends without getting an answer sends the same again.
      if (server.loseAnswers-- > 0) return server.send(seen, kept)
      return structuredClone(server.entry as CalendarDay)
    },
  }
  return server
}

const openTab = (server: ReturnType<typeof createServer>, answers: Choice[] = []) => {
  let week: PlannedWeek = plannedWeek('2026-11-16', server.entry ? [structuredClone(server.entry)] : [])
  const asked: unknown[] = []
  const day = () => dayOfWeek(week, DATE)
  const saver = createDaySaver({
    change: (date, change) => {
      week = withDay(week, date, change)
    },
    confirmed: () => day()?.entry ?? null,
    send: async (days) => Promise.all(days.map(({ entry, blocks }) => server.send(entry, blocks))),
    movedOn: (error) => (error instanceof Stale ? { day: error.current } : undefined),
    ask: async (_, conflict) => {
      asked.push([conflict.mine?.title ?? null, conflict.theirs?.title ?? null])
      return answers.shift() as Choice
    },
    newId: () => 'copy',
  })
  const shown = () => day()?.lessons.map((lesson) => lesson.block) ?? []
  return {
    asked,
    shown,
    pending: () => day()?.pending.length,
    add: (added: TimeBlock) => saver.save(DATE, { before: null, after: added }),
    edit: (before: TimeBlock, title: string) => saver.save(DATE, { before, after: { ...before, title } }),
    remove: (before: TimeBlock) => saver.save(DATE, { before, after: null }),
  }
}

const math = block('math', 'Math')
const art = block('art', 'Art')
const music = block('music', 'Music')

test('a new lesson shows before the server has answered, and stays as the server cleaned it', async () => {
  const server = createServer(null)
  const tab = openTab(server)
  const saved = tab.add(block('art', 'Art', '<b>Clay'))
  expect(titles(tab.shown())).toEqual(['Art'])
  await saved
  expect(tab.shown()[0]?.description).toBe('<strong>Clay')
  expect(tab.pending()).toBe(0)
})

test('a save whose answer was lost, and that was sent again, is saved once and can be taken back', async () => {
  const server = createServer([math])
  const tab = openTab(server)
  server.loseAnswers = 1
  expect((await tab.edit(math, 'Algebra'))?.operationId).toBe('op2')
  expect(server.version).toBe(2)
  expect(titles(tab.shown())).toEqual(['Algebra'])
  expect(tab.asked).toEqual([])
})

test('two quick edits of one day are sent one after the other, the second on the first', async () => {
  const server = createServer([math])
  const tab = openTab(server)
  await Promise.all([tab.add(art), tab.add(music)])
  expect(server.sent).toEqual([
    ['Art', 'Math'],
    ['Art', 'Math', 'Music'],
  ])
  expect(titles(tab.shown())).toEqual(['Art', 'Math', 'Music'])
})

test('a lesson changed again before its first save came back does not ask', async () => {
  const server = createServer([])
  const tab = openTab(server)
  const first = tab.add(block('art', 'Art', '<b>Clay'))
  const second = tab.edit(tab.shown()[0] as TimeBlock, 'Art again')
  await Promise.all([first, second])
  expect(tab.asked).toEqual([])
  expect(titles(server.entry?.blocks ?? [])).toEqual(['Art again'])
})

describe('when a save fails', () => {
  test('it is taken back and the teacher is told', async () => {
    const server = createServer([math])
    const tab = openTab(server)
    server.refuseNext = 1
    await expect(tab.edit(math, 'Algebra')).rejects.toThrow('500')
    expect(titles(tab.shown())).toEqual(['Math'])
  })

  test('an edit that waits behind it is still saved', async () => {
    const server = createServer([math])
    const tab = openTab(server)
    server.refuseNext = 1
    const failed = expect(tab.add(art)).rejects.toThrow('500')
    await Promise.all([failed, tab.add(music)])
    expect(titles(server.entry?.blocks ?? [])).toEqual(['Math', 'Music'])
    expect(titles(tab.shown())).toEqual(['Math', 'Music'])
  })

  test('a later change of the lesson that failed is saved without a question', async () => {
    const server = createServer([math])
    const tab = openTab(server)
    server.refuseNext = 2
    const failures = [expect(tab.add(art)).rejects.toThrow('500'), expect(tab.edit(math, 'Algebra')).rejects.toThrow('500')]
    const later = [tab.edit(art, 'Art again'), tab.edit(tab.shown().find(({ id }) => id === 'math') as TimeBlock, 'Geometry')]
    await Promise.all([...failures, ...later])
    expect(tab.asked).toEqual([])
    expect(titles(server.entry?.blocks ?? [])).toEqual(['Art again', 'Geometry'])
  })
})

describe('two tabs on one day', () => {
  test('both add a lesson: both are there', async () => {
    const server = createServer([math])
    const [here, there] = [openTab(server), openTab(server)]
    await there.add(art)
    await here.add(music)
    expect(titles(server.entry?.blocks ?? [])).toEqual(['Art', 'Math', 'Music'])
    expect(titles(here.shown())).toEqual(['Art', 'Math', 'Music'])
  })

  test('both begin an empty day: both are there', async () => {
    const server = createServer(null)
    const [here, there] = [openTab(server), openTab(server)]
    await Promise.all([there.add(art), here.add(music)])
    expect(titles(server.entry?.blocks ?? [])).toEqual(['Art', 'Music'])
  })

  test.each([
    ['mine', ['Math here']],
    ['theirs', ['Math there']],
    ['both', ['Math here', 'Math there']],
  ] as const)('both change one lesson: it asks, and keeps %s', async (answer, kept) => {
    const server = createServer([math])
    const [here, there] = [openTab(server, [answer]), openTab(server)]
    await there.edit(math, 'Math there')
    await here.edit(math, 'Math here')
    expect(here.asked).toEqual([['Math here', 'Math there']])
    expect(titles(server.entry?.blocks ?? [])).toEqual(kept)
    expect(titles(here.shown())).toEqual(kept)
  })

  test('one deletes what the other changed: it asks before anything goes', async () => {
    const server = createServer([math])
    const [here, there] = [openTab(server, ['theirs']), openTab(server)]
    await there.edit(math, 'Math there')
    await here.remove(math)
    expect(here.asked).toEqual([[null, 'Math there']])
    expect(titles(here.shown())).toEqual(['Math there'])
  })

  test('an edit begun before another save brought their change along asks too', async () => {
    const server = createServer([math])
    const [here, there] = [openTab(server, ['mine']), openTab(server)]
    const openInDialog = here.shown()[0] as TimeBlock
    await there.edit(math, 'Math there')
    await here.add(art)
    await here.edit(openInDialog, 'Math here')
    expect(here.asked).toEqual([['Math here', 'Math there']])
  })

  test('the day was deleted there: the lesson changed here begins it anew', async () => {
    const server = createServer([math, art])
    const tab = openTab(server)
    server.write(null)
    await tab.edit(math, 'Math here')
    expect(titles(server.entry?.blocks ?? [])).toEqual(['Math here'])
  })

  test('the day was deleted there: a lesson deleted here is simply gone', async () => {
    const server = createServer([math])
    const tab = openTab(server)
    server.write(null)
    await tab.remove(math)
    expect(server.entry).toBeNull()
    expect(tab.shown()).toEqual([])
  })

  test('a day that never stands still gives up, says so and shows how it is there', async () => {
    const server = createServer([math])
    const tab = openTab(server)
    const send = server.send
    server.send = async (seen, kept) => {
      server.write([...(server.entry?.blocks ?? []), block(`b${server.version}`, `B${server.version}`)])
      return send(seen, kept)
    }
    await expect(tab.add(art)).rejects.toHaveProperty('current.version')
    expect(server.sent).toHaveLength(6)
    expect(titles(tab.shown())).not.toContain('Art')
  })
})
