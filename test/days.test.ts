// @module-tag engine
/** Tests edits to days from the web data layer to the database, in one tab and in several. */
import { beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import type { Choice } from '#web/features/calendar/model/block-edit.ts'
import { blockAt } from '#web/features/calendar/model/block-move.ts'
import { call, clock, db } from './app.ts'
import { inBrowser, network, openTab, type Tab } from './tab.ts'

inBrowser()

const [WED, THU] = ['2026-11-18', '2026-11-19'] as const

const block = (title: string, startTime = '08:00', description = ''): TimeBlock => ({
  id: `block_${title}`,
  title,
  description,
  startTime,
  endTime: '15:00',
  hasAlert: false,
  alertMessage: '',
  order: 0,
})
const [math, art, music] = [block('math', '08:00'), block('art', '09:00'), block('music', '10:00')]
/** The server sanitizes this to `<p>Clay</p>`. */
const UNCLEAN = '<p>Clay<script>x</script></p>'
const titlesOf = (blocks: readonly TimeBlock[] | undefined) => blocks?.map(({ title }) => title)

let ann: Awaited<ReturnType<typeof aTeacher>>
beforeEach(async () => {
  network.mishaps = []
  network.isDown = false
  network.arrived = []
  network.gates = []
  ann = await aTeacher(db, { now: clock() })
})

const kept = async (date: string) => {
  const [day] = (await call('GET', `/api/calendar?date=${date}`, { token: ann.token })).body
  return day
}
const keptTitles = async (date: string) => titlesOf((await kept(date))?.blocks)
const store = async (date: string, day: object) => {
  const reply = await call('POST', '/api/calendar', { token: ann.token, body: { date, ...day } })
  expect(reply.status).toBeLessThan(300)
}
const removeDay = async (date: string) => {
  const { id } = await kept(date)
  expect((await call('DELETE', `/api/calendar/${id}`, { token: ann.token })).status).toBe(200)
}
/** Delays the next change. Returns a function that releases it. */
const holdBack = (): (() => void) => {
  let open: (() => void) | undefined
  network.gates.push(
    new Promise((resolve) => {
      open = resolve
    }),
  )
  return () => open?.()
}
const answers = (...given: Choice[]) => {
  const left = [...given]
  return () => left.shift() ?? 'theirs'
}
const add = (tab: Tab, added: TimeBlock, date: string = WED) => tab.write({ type: 'block', date, before: null, after: added })
const shownBlock = (tab: Tab, title: string, date: string = WED) => {
  const found = tab.blocks(date).find((one) => one.title === title)
  if (!found) throw new Error(`${title} is not shown`)
  return found
}
const rename = (tab: Tab, before: TimeBlock, title: string, date: string = WED) =>
  tab.write({ type: 'block', date, before, after: { ...before, title } })
const remove = (tab: Tab, before: TimeBlock, date: string = WED) => tab.write({ type: 'block', date, before, after: null })
const move = (tab: Tab, before: TimeBlock, startTime = before.startTime) =>
  tab.write({ type: 'move', from: WED, to: THU, before, after: blockAt(before, startTime) })
const note = (tab: Tab, text: string | null, seen: string | null = null, date: string = WED) =>
  tab.write({ type: 'mark', date, kind: 'note', text, seen })
const blockOut = (tab: Tab, text: string | null, seen: string | null = null, date: string = WED) =>
  tab.write({ type: 'mark', date, kind: 'block-out', text, seen })

describe('a lesson', () => {
  test('shows before the server has replied, and then as the server cleaned it', async () => {
    const tab = await openTab(ann)
    const saved = add(tab, block('art', '09:00', UNCLEAN))
    expect(titlesOf(tab.blocks(WED))).toEqual(['art'])
    await saved
    expect(tab.blocks(WED)[0]?.description).toBe('<p>Clay</p>')
    expect(tab.pending()).toEqual([])
    expect(tab.day(WED).entry).toEqual(await kept(WED))
  })

  test.each(['lost', 'unsent'] as const)('whose call is %s is resent automatically, saved once, and can be undone', async (mishap) => {
    await store(WED, { blocks: [math] })
    const tab = await openTab(ann)
    const { version } = await kept(WED)
    network.mishaps = [mishap]
    const saved = await rename(tab, shownBlock(tab, 'math'), 'algebra')
    expect(await keptTitles(WED)).toEqual(['algebra'])
    const { body: history } = await call('GET', `/api/calendar/history?date=${WED}`, { token: ann.token })
    expect(history).toHaveLength(2)
    expect((await kept(WED)).version).toBeGreaterThan(version)
    await tab.undo(tab.calendar, [WED], saved?.operationId ?? '')
    expect(titlesOf(tab.blocks(WED))).toEqual(['math'])
    expect(tab.asked).toEqual([])
  })

  test("changed again before its first save returned doesn't ask", async () => {
    const tab = await openTab(ann)
    const first = add(tab, block('art', '09:00', UNCLEAN))
    const second = rename(tab, shownBlock(tab, 'art'), 'pottery')
    await Promise.all([first, second])
    expect(tab.asked).toEqual([])
    expect(await keptTitles(WED)).toEqual(['pottery'])
  })

  test("changed from a dialog that was opened before its save returned doesn't ask", async () => {
    const tab = await openTab(ann)
    const first = add(tab, block('art', '09:00', UNCLEAN))
    const inDialog = shownBlock(tab, 'art')
    await first
    await rename(tab, inDialog, 'pottery')
    expect(tab.asked).toEqual([])
    expect(await keptTitles(WED)).toEqual(['pottery'])
  })

  test('and another in quick succession are saved in order, the second based on the first', async () => {
    const tab = await openTab(ann)
    await Promise.all([add(tab, art), add(tab, music)])
    expect(network.arrived).toEqual(['POST /api/calendar', 'POST /api/calendar'])
    expect(await keptTitles(WED)).toEqual(['art', 'music'])
    expect(titlesOf(tab.blocks(WED))).toEqual(['art', 'music'])
  })

  test('that cannot be saved is reverted, and changes waiting behind it are saved', async () => {
    await store(WED, { blocks: [math] })
    const tab = await openTab(ann)
    const refused = add(tab, { ...art, endTime: '07:00' })
    const failed = expect(refused).rejects.toMatchObject({ code: 'refused_by_rule' })
    await Promise.all([failed, add(tab, music)])
    expect(await keptTitles(WED)).toEqual(['math', 'music'])
    expect(titlesOf(tab.blocks(WED))).toEqual(['math', 'music'])
  })

  test('changed again after its first change failed is saved without asking', async () => {
    await store(WED, { blocks: [math] })
    const tab = await openTab(ann)
    const wrong = { ...shownBlock(tab, 'math'), endTime: '07:00' }
    const failed = expect(tab.write({ type: 'block', date: WED, before: shownBlock(tab, 'math'), after: wrong })).rejects.toThrow()
    const later = tab.write({ type: 'block', date: WED, before: wrong, after: { ...wrong, title: 'geometry', endTime: '09:00' } })
    await Promise.all([failed, later])
    expect(tab.asked).toEqual([])
    expect(await keptTitles(WED)).toEqual(['geometry'])
  })
})

describe('two tabs on one day', () => {
  const open = async (...here: Choice[]) => {
    const there = await openTab(ann)
    return [await openTab(ann, answers(...here)), there] as const
  }

  test('both add a lesson: both are kept', async () => {
    await store(WED, { blocks: [math] })
    const [here, there] = await open()
    await add(there, art)
    await add(here, music)
    expect(await keptTitles(WED)).toEqual(['math', 'art', 'music'])
    expect(titlesOf(here.blocks(WED))).toEqual(['math', 'art', 'music'])
  })

  test('both start an empty day: both are kept', async () => {
    const [here, there] = await open()
    await Promise.all([add(there, art), add(here, music)])
    expect(await keptTitles(WED)).toEqual(['art', 'music'])
  })

  test.each([
    ['mine', ['here']],
    ['theirs', ['there']],
    ['both', ['here', 'there']],
  ] as const)('both change one lesson: it asks and keeps %s', async (answer, left) => {
    await store(WED, { blocks: [math] })
    const [here, there] = await open(answer)
    await rename(there, shownBlock(there, 'math'), 'there')
    await rename(here, shownBlock(here, 'math'), 'here')
    expect(here.asked.map(({ conflict: { mine, theirs } }) => [mine?.title, theirs?.title])).toEqual([['here', 'there']])
    expect((await keptTitles(WED))?.sort()).toEqual(left)
    expect(titlesOf(here.blocks(WED))?.sort()).toEqual(left)
  })

  test('one deletes what the other changed: it asks before deleting anything', async () => {
    await store(WED, { blocks: [math] })
    const [here, there] = await open('theirs')
    await rename(there, shownBlock(there, 'math'), 'there')
    await remove(here, shownBlock(here, 'math'))
    expect(here.asked.map(({ conflict }) => conflict.mine)).toEqual([null])
    expect(titlesOf(here.blocks(WED))).toEqual(['there'])
  })

  test('an edit started before another save brought in their change asks too', async () => {
    await store(WED, { blocks: [math] })
    const [here, there] = await open('mine')
    const inDialog = shownBlock(here, 'math')
    await rename(there, shownBlock(there, 'math'), 'there')
    await add(here, art)
    await rename(here, inDialog, 'here')
    expect(here.asked).toHaveLength(1)
    expect(await keptTitles(WED)).toEqual(['here', 'art'])
  })

  test('the day was deleted there: the lesson changed here recreates it, after asking', async () => {
    await store(WED, { blocks: [math, art] })
    const [here] = await open('mine')
    await removeDay(WED)
    await rename(here, shownBlock(here, 'math'), 'here')
    expect(here.asked.map(({ conflict }) => conflict.theirs)).toEqual([null])
    expect(await keptTitles(WED)).toEqual(['here'])
  })

  test('the day was deleted there: a lesson deleted here is simply gone', async () => {
    await store(WED, { blocks: [math] })
    const [here] = await open()
    await removeDay(WED)
    expect(await remove(here, shownBlock(here, 'math'))).toBeNull()
    expect(await kept(WED)).toBeUndefined()
    expect(here.blocks(WED)).toEqual([])
  })
})

describe('a lesson that moves to another day', () => {
  test('shows there at once, and both days are saved as one operation', async () => {
    await store(WED, { blocks: [math, art] })
    await store(THU, { blocks: [music] })
    const tab = await openTab(ann)
    const moved = move(tab, shownBlock(tab, 'math'), '09:30')
    expect([titlesOf(tab.blocks(WED)), titlesOf(tab.blocks(THU))]).toEqual([['art'], ['math', 'music']])
    const saved = await moved
    expect(network.arrived).toEqual(['POST /api/calendar/days'])
    expect([await keptTitles(WED), await keptTitles(THU)]).toEqual([['art'], ['math', 'music']])
    expect(saved?.entries.map(({ date }) => date)).toEqual([WED, THU])
    await tab.undo(tab.calendar, [WED, THU], saved?.operationId ?? '')
    expect([await keptTitles(WED), await keptTitles(THU)]).toEqual([['math', 'art'], ['music']])
  })

  test('starts a day that was empty', async () => {
    await store(WED, { blocks: [math] })
    const tab = await openTab(ann)
    await move(tab, shownBlock(tab, 'math'))
    expect([await keptTitles(WED), await keptTitles(THU)]).toEqual([[], ['math']])
  })

  test('gets a new id if the other day already has it, and hides nothing', async () => {
    await store(WED, { blocks: [math] })
    await store(THU, { blocks: [{ ...math, title: 'other' }] })
    const tab = await openTab(ann)
    await move(tab, shownBlock(tab, 'math'), '09:00')
    expect(await keptTitles(THU)).toEqual(['other', 'math'])
  })

  test('and cannot be saved returns to where it was', async () => {
    await store(WED, { blocks: [math] })
    const tab = await openTab(ann)
    const before = shownBlock(tab, 'math')
    const failed = tab.write({ type: 'move', from: WED, to: THU, before, after: { ...before, alertMessage: 'x'.repeat(501) } })
    await expect(failed).rejects.toMatchObject({ code: 'too_large' })
    expect([titlesOf(tab.blocks(WED)), tab.blocks(THU)]).toEqual([['math'], []])
  })

  test('is moved once if the reply is lost, without asking', async () => {
    await store(WED, { blocks: [math] })
    const tab = await openTab(ann)
    network.mishaps = ['lost']
    await move(tab, shownBlock(tab, 'math'))
    expect(tab.asked).toEqual([])
    expect([titlesOf(tab.blocks(WED)), titlesOf(tab.blocks(THU))]).toEqual([[], ['math']])
  })

  test('takes along pending edits of either day', async () => {
    await store(WED, { blocks: [math, art] })
    const tab = await openTab(ann)
    const moved = move(tab, shownBlock(tab, 'math'))
    await Promise.all([moved, rename(tab, shownBlock(tab, 'art'), 'clay'), rename(tab, shownBlock(tab, 'math', THU), 'algebra', THU)])
    expect(tab.asked).toEqual([])
    expect([await keptTitles(WED), await keptTitles(THU)]).toEqual([['clay'], ['algebra']])
  })

  test('carries changes made elsewhere, and leaves other lessons alone', async () => {
    await store(WED, { blocks: [math] })
    await store(THU, { blocks: [music] })
    const tab = await openTab(ann)
    await store(WED, { blocks: [{ ...math, title: 'algebra', description: '<p>x</p>' }, art] })
    await store(THU, { blocks: [] })
    await move(tab, shownBlock(tab, 'math'), '10:00')
    expect(tab.asked).toEqual([])
    expect(await keptTitles(WED)).toEqual(['art'])
    expect((await kept(THU)).blocks).toMatchObject([{ title: 'algebra', description: '<p>x</p>', startTime: '10:00' }])
  })

  test.each([
    ['mine', [], ['10:00']],
    ['theirs', ['12:00'], undefined],
    ['both', ['12:00'], ['10:00']],
  ] as const)('and was also moved elsewhere asks: %s', async (answer, wednesday, thursday) => {
    await store(WED, { blocks: [math] })
    const tab = await openTab(ann, answers(answer))
    await store(WED, { blocks: [{ ...math, startTime: '12:00' }] })
    await move(tab, shownBlock(tab, 'math'), '10:00')
    expect(tab.asked).toHaveLength(1)
    const times = async (date: string) => (await kept(date))?.blocks.map(({ startTime }: TimeBlock) => startTime)
    expect([await times(WED), await times(THU)]).toEqual([wednesday, thursday])
  })

  test.each([
    ['mine', ['math']],
    ['theirs', undefined],
  ] as const)('and was deleted elsewhere asks: %s', async (answer, thursday) => {
    await store(WED, { blocks: [math, art] })
    const tab = await openTab(ann, answers(answer))
    await store(WED, { blocks: [art] })
    await move(tab, shownBlock(tab, 'math'), '10:00')
    expect(tab.asked).toHaveLength(1)
    expect([await keptTitles(WED), await keptTitles(THU)]).toEqual([['art'], thursday])
  })
})

describe('days off and notes', () => {
  test('a note being saved stays on screen when a day off on the same date is confirmed', async () => {
    const tab = await openTab(ann)
    const [letFirstGo, letSecondGo] = [holdBack(), holdBack()]
    const blocked = blockOut(tab, 'Conferences')
    const noted = note(tab, 'Bring cake')
    expect(tab.day(WED).marks).toMatchObject({ blockedText: 'Conferences', noteText: 'Bring cake' })
    letFirstGo()
    await blocked
    expect(tab.day(WED).entry).toMatchObject({ isBlocked: true, hasNote: false })
    expect(tab.day(WED).marks).toMatchObject({ blockedText: 'Conferences', noteText: 'Bring cake' })
    expect((await tab.month('2026-11-01')).days.get(WED)).toMatchObject({ blockedText: 'Conferences', noteText: 'Bring cake' })
    letSecondGo()
    await noted
    expect(await kept(WED)).toMatchObject({ isBlocked: true, noteText: 'Bring cake' })
  })

  test('a note keeps lessons that were added elsewhere', async () => {
    const tab = await openTab(ann)
    await store(WED, { blocks: [math] })
    await note(tab, 'Bring cake')
    expect(await kept(WED)).toMatchObject({ noteText: 'Bring cake', blocks: [{ title: 'math' }] })
    expect(titlesOf(tab.blocks(WED))).toEqual(['math'])
  })

  test('a note written elsewhere is shown and not overwritten', async () => {
    const tab = await openTab(ann)
    await store(WED, { hasNote: true, noteText: 'Theirs' })
    await expect(note(tab, 'Mine')).rejects.toMatchObject({ code: 'stale', message: '“Theirs” was saved in another window.' })
    expect(tab.day(WED).marks.noteText).toBe('Theirs')
    await expect(note(tab, 'Theirs and mine', 'Theirs')).resolves.not.toBeNull()
    expect((await kept(WED)).noteText).toBe('Theirs and mine')
  })

  test('a day off that another save brought in is not cleared by a teacher who never saw it', async () => {
    const tab = await openTab(ann)
    await store(WED, { isBlocked: true, blockedText: 'Theirs' })
    const added = add(tab, math)
    const cleared = expect(blockOut(tab, null)).rejects.toMatchObject({ code: 'stale' })
    await Promise.all([added, cleared])
    expect(await kept(WED)).toMatchObject({ blockedText: 'Theirs', blocks: [{ title: 'math' }] })
  })

  test('a range is blocked out in one call, shown at once, and reverted by Undo', async () => {
    await store(THU, { blocks: [math] })
    const tab = await openTab(ann)
    const saved = tab.write({ type: 'marks', dates: [WED, THU], kind: 'block-out', text: 'Break' })
    expect([tab.day(WED).marks.blockedText, tab.day(THU).marks.blockedText]).toEqual(['Break', 'Break'])
    const result = await saved
    expect(network.arrived).toEqual(['POST /api/calendar/bulk'])
    await tab.undo(tab.calendar, [WED, THU], result?.operationId ?? '')
    expect([tab.day(WED).entry, tab.day(THU).marks.isBlocked]).toEqual([null, false])
  })
})

describe('replacing a whole day', () => {
  const template = async () =>
    (await call('POST', '/api/daily-templates', { token: ann.token, body: { name: 'Day', blocks: [{ ...music, id: 'template-1' }] } })).body
  const apply = async (tab: Tab, templateId: string) =>
    tab.write({ type: 'apply', kind: 'daily', templateId, dates: [WED], options: { mode: 'replace', blockedDays: 'skip' } })

  test('is rejected if the day has changed or is gone, and its current state is shown', async () => {
    await store(WED, { blocks: [math] })
    const tab = await openTab(ann)
    const { id } = await template()
    await removeDay(WED)
    await expect(apply(tab, id)).rejects.toMatchObject({ code: 'stale' })
    expect(tab.day(WED)).toMatchObject({ entry: null, lessons: [] })
    // The tab is up to date now, so the second attempt succeeds.
    const applied = await apply(tab, id)
    expect(applied).toMatchObject({ days: [{ date: WED, outcome: 'filled' }] })
    expect(titlesOf(tab.blocks(WED))).toEqual(['music'])
  })

  test('with an undo that is too late says so and shows the current day', async () => {
    const tab = await openTab(ann)
    const saved = await add(tab, math)
    await store(WED, { blocks: [math, art] })
    await tab.undo(tab.calendar, [WED], saved?.operationId ?? '')
    expect(tab.lastToast()).toMatchObject({ title: 'Undo failed', description: expect.stringMatching(/^Wed, Nov 18 was changed/) })
    expect(titlesOf(tab.blocks(WED))).toEqual(['math', 'art'])
  })

  test('with an undo whose reply was lost happens once, and can be redone', async () => {
    const tab = await openTab(ann)
    const saved = await add(tab, math)
    network.mishaps = ['lost']
    await tab.undo(tab.calendar, [WED], saved?.operationId ?? '')
    expect(tab.lastToast()).toMatchObject({ title: 'Change undone', action: { label: 'Redo' } })
    expect(await kept(WED)).toBeUndefined()
  })

  test.each([
    ['as it was', { blocks: [math] }],
    ['with nothing on it', null],
  ])('restores it %s, at once and only once', async (_, earlier) => {
    if (earlier) await store(WED, earlier)
    const to = (await kept(WED)) ?? null
    await store(WED, { blocks: [art] })
    const tab = await openTab(ann)
    network.mishaps = ['lost']
    const restored = tab.write({ type: 'restore', date: WED, current: tab.day(WED).entry, to })
    expect(titlesOf(tab.blocks(WED))).toEqual(earlier ? ['math'] : [])
    await restored
    expect(await keptTitles(WED)).toEqual(earlier ? ['math'] : undefined)
    expect(tab.day(WED).entry?.version).toBe((await kept(WED))?.version)
  })

  test('is rejected if the day to restore was removed elsewhere', async () => {
    await store(WED, { blocks: [art] })
    const tab = await openTab(ann)
    const current = tab.day(WED).entry
    await removeDay(WED)
    await expect(tab.write({ type: 'restore', date: WED, current, to: null })).rejects.toMatchObject({ code: 'stale' })
    expect(tab.day(WED).entry).toBeNull()
  })
})

test("a read-only calendar isn't changed, and nothing is sent", async () => {
  const tab = await openTab(ann)
  const readOnly = { ...tab.calendar, mayEdit: false }
  const edit = { type: 'block', date: WED, before: null, after: math } as const
  await expect(tab.write(edit, readOnly)).rejects.toMatchObject({ code: 'subscription_needed' })
  expect([network.arrived, tab.blocks(WED)]).toEqual([[], []])
})

test("a week requested before a save doesn't bring the old day back", async () => {
  await store(WED, { blocks: [math] })
  const tab = await openTab(ann)
  const asked = tab.look()
  await Promise.all([asked, rename(tab, shownBlock(tab, 'math'), 'algebra')])
  await expect.poll(() => titlesOf(tab.blocks(WED))).toEqual(['algebra'])
})

describe('undo by shortcut', () => {
  test('undoes the last change first, even a pending one, and redoes it, also before the server has answered', async () => {
    const tab = await openTab(ann)
    await add(tab, math)
    const adding = add(tab, art)
    tab.undoLatest(tab.calendar)
    tab.undoLatest(tab.calendar)
    await adding
    await expect.poll(() => tab.lastToast()?.title).toBe('Change undone')
    await expect.poll(() => titlesOf(tab.blocks(WED))).toEqual([])
    expect(await kept(WED)).toBeUndefined()
    tab.redoLatest(tab.calendar)
    tab.redoLatest(tab.calendar)
    await expect.poll(() => keptTitles(WED), { timeout: 5000 }).toEqual(['math', 'art'])
    tab.undoLatest(tab.calendar)
    tab.redoLatest(tab.calendar)
    tab.undoLatest(tab.calendar)
    await expect.poll(() => tab.pending()).toEqual([])
    expect(await keptTitles(WED)).toEqual(['math'])
  })

  test('goes back more than twenty changes, not counting rejected ones', async () => {
    const tab = await openTab(ann)
    const titles = Array.from({ length: 22 }, (_, number) => `lesson${number}`)
    for (const title of titles) await add(tab, block(title))
    await expect(add(tab, { ...block('wrong'), endTime: '07:00' })).rejects.toThrow()
    for (let presses = 0; presses < 25; presses++) tab.undoLatest(tab.calendar)
    await expect.poll(() => kept(WED), { timeout: 15_000 }).toBeUndefined()
    await expect.poll(() => tab.pending()).toEqual([])
    expect(tab.blocks(WED)).toEqual([])
  })

  test('says so when there is nothing to undo', async () => {
    const tab = await openTab(ann)
    tab.undoLatest(tab.calendar)
    expect(tab.lastToast()?.title).toBe('Nothing to undo')
    expect(network.arrived).toEqual([])
  })
})
