import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import { NO_MARKS } from '#shared/calendar/rules.ts'
import { aCalendar, art, dayWith, idle, MON, math, onAPage, outcomeOf, server, showWeek, THU, WED, wait } from '#test/outbox-page.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { closuresKey, marksKey, weekKey } from '#web/features/calendar/days/queries.ts'
import { savedDay } from '#web/features/calendar/days/saved.ts'
import type { DayEdit, PendingEdit } from '#web/features/calendar/model/edits.ts'
import { monthMarks } from '#web/features/calendar/model/month-marks.ts'
import { queryClient } from '#web/lib/net/query-client.ts'
import { deliver, takeBack, takeIn } from './deliver.ts'
import { confirmedBlock, settleBlock } from './outcomes.ts'
import type { Answer } from './tabs.ts'

onAPage()

let calendar: CalendarRef
beforeEach(() => {
  calendar = aCalendar()
})

const music = { ...math, id: 'music', title: 'Music', startTime: '13:00', endTime: '14:00' }
const unclean = { ...math, description: '<p>Clay<script>x</script></p>' }
const clean = { ...math, description: '<p>Clay</p>' }
const pendingOf = (edit: DayEdit): PendingEdit => ({ ...edit, id: 'one', calendarId: calendar.id, at: Date.now() })
const adding = (after: TimeBlock | null, before: TimeBlock | null = null): DayEdit => ({ type: 'block', date: WED, before, after })
const noting = (text: string, date: string = WED): DayEdit => ({ type: 'mark', date, kind: 'note', text, seen: null })
const fresh = { isAgain: false, isKept: true }
const send = async (edit: DayEdit, sending: Parameters<typeof deliver>[2] = fresh) => {
  const outcome = outcomeOf(deliver(calendar, pendingOf(edit), sending))
  await idle(200)
  return outcome
}
const titles = (date: string = WED) => server.days.get(date)?.blocks.map(({ title }) => title)
const put = (...days: CalendarDay[]) => days.forEach((day) => void server.days.set(day.date, day))
const isOld = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated
const refused = { status: 422, code: 'refused_by_rule', message: 'No' }

describe('an edit of a day that the page knows', () => {
  test('is sent once, on top of the version that the page knows', async () => {
    put(dayWith(WED, 3, math))
    showWeek(calendar)
    expect(await send(adding(art))).toMatchObject({ value: { result: { operationId: 'one' }, sent: { title: 'Art' } } })
    expect(server.calls).toHaveLength(1)
    expect(titles()).toEqual(['Math', 'Art'])
  })

  test('is noted before it is sent', async () => {
    const onSend = vi.fn(async () => expect(server.calls).toEqual([]))
    await send(adding(math), { ...fresh, onSend })
    expect(onSend).toHaveBeenCalledExactlyOnceWith({ days: [{ date: WED, version: 0, blocks: [math] }], sitting: undefined })
    expect(server.calls).toHaveLength(1)
  })

  test('isn’t sent if it has nothing to change', async () => {
    showWeek(calendar)
    expect(await send(adding(null, math))).toMatchObject({ value: { result: null } })
    expect(server.calls).toEqual([])
  })

  test('that gets no response is sent again with its ID, and carried out once', async () => {
    server.mishaps = ['lost']
    const sent = await send(adding(math))
    expect(sent.isDone).toBe(false)
    await wait(15_000)
    // Another tab may have changed the lesson since the first call.
    expect(sent.value).toEqual({ result: expect.objectContaining({ operationId: 'one' }), untold: undefined })
    expect(server.calls.map(({ body }) => body.operationId)).toEqual(['one', 'one'])
    expect(server.operations).toEqual(['one'])
  })

  test('fails without a response, if it acts on lessons that the teacher hasn’t seen later', async () => {
    server.isDown = true
    const sent = outcomeOf(
      deliver(calendar, pendingOf({ type: 'closure', from: WED, to: WED, text: 'Snow', choices: [], dates: [WED] }), fresh),
    )
    await vi.waitFor(() => expect(sent).toMatchObject({ error: { code: 'offline' } }))
  })
})

describe('an edit of a day that changed elsewhere', () => {
  beforeEach(() => {
    put(dayWith(WED, 1, math), dayWith(THU, 1))
    showWeek(calendar)
    put(dayWith(WED, 2, math, art), dayWith(THU, 2, music))
  })

  test.each([
    ['adds a lesson', adding(music), ['Math', 'Art', 'Music']],
    [
      'changes several lessons',
      { type: 'blocks', changes: [{ date: WED, before: math, after: { ...math, title: 'Algebra' } }] },
      ['Algebra', 'Art'],
    ],
    ['moves a lesson', { type: 'move', from: WED, to: THU, before: math, after: math }, ['Art']],
    ['adds lessons', { type: 'lessons', mode: 'add', days: [{ date: WED, blocks: [music] }] }, ['Math', 'Art', 'Music']],
    ['writes a note', noting('Picture day'), ['Math', 'Art']],
  ] satisfies [string, DayEdit, string[]][])('%s without losing that change', async (_, edit, expected) => {
    expect(await send(edit)).toMatchObject({ value: { result: { operationId: 'one' } } })
    expect(titles()).toEqual(expected)
  })

  test('moves its lesson to what the other day has now', async () => {
    await send({ type: 'move', from: WED, to: THU, before: math, after: math })
    expect(titles(THU)).toEqual(['Math', 'Music'])
  })

  test.each([
    ['replaces lessons', { type: 'lessons', mode: 'replace', days: [{ date: WED, blocks: [music] }] }],
    ['restores the day', { type: 'restore', date: WED, current: dayWith(WED, 1, math), to: dayWith(WED, 0, music) }],
  ] satisfies [string, DayEdit][])('%s only if the teacher has seen it, who then does', async (_, edit) => {
    expect(await send(edit)).toMatchObject({ error: { code: 'stale' } })
    expect(server.calls).toHaveLength(1)
    expect(savedDay(calendar, WED)?.version).toBe(2)
  })

  test('is given up when the day keeps changing', async () => {
    const stale = { status: 409, code: 'stale', message: 'Changed', date: WED, current: dayWith(WED, 2, math, art) }
    server.mishaps = Array.from({ length: 20 }, () => stale)
    expect(await send(adding(music))).toMatchObject({ error: { code: 'stale' } })
    expect(server.calls).toHaveLength(6)
  })

  test('makes the day again if it was deleted', async () => {
    server.days.delete(WED)
    await send(adding(music))
    expect(titles()).toEqual(['Music'])
  })

  test('shows that the day was deleted, and changes no other one', async () => {
    server.days.delete(WED)
    await send({ type: 'restore', date: WED, current: dayWith(WED, 1, math), to: dayWith(WED, 0, music) })
    expect(savedDay(calendar, WED)).toBeNull()
    expect(savedDay(calendar, THU)?.version).toBe(1)
  })
})

describe('a refusal', () => {
  test.each([
    ['that isn’t about a stale day', { ...refused, date: WED }],
    ['that doesn’t say which day is stale', { status: 409, code: 'stale', message: 'Changed' }],
  ])('%s is final', async (_, mishap) => {
    put(dayWith(WED, 1, math))
    showWeek(calendar)
    server.mishaps = [mishap]
    expect(await send(adding(art))).toMatchObject({ error: { code: mishap.code } })
    expect(server.calls).toHaveLength(1)
    expect(savedDay(calendar, WED)?.version).toBe(1)
  })
})

describe('a day whose week isn’t loaded', () => {
  test('is changed on top of what the month knows of it', async () => {
    put(dayWith(WED, 4, math))
    queryClient.setQueryData(
      [...marksKey(calendar), '2026-11-01'],
      monthMarks('2026-10-26', '2026-12-05', [{ ...NO_MARKS, date: WED, version: 4, hasAlert: false }]),
    )
    await send(noting('Picture day'))
    expect(server.calls).toHaveLength(1)
    expect(server.days.get(WED)).toMatchObject({ noteText: 'Picture day', version: 5 })
  })

  test('is changed on top of what the server says about it', async () => {
    put(dayWith(WED, 4, math))
    await send(adding(art))
    expect(titles()).toEqual(['Math', 'Art'])
    expect(server.calls).toHaveLength(2)
  })

  test('has the teacher’s own reason, also if the school closed it', async () => {
    put({ ...dayWith(WED, 4), schoolId: 'oak', isBlocked: true, blockedText: 'Snow', userBlocked: false, userBlockedText: null })
    await send({ type: 'mark', date: WED, kind: 'block-out', text: 'Trip', seen: null })
    expect(server.days.get(WED)).toMatchObject({ blockedText: 'Trip', version: 5 })
  })

  test('needs no second save of the same note', async () => {
    put({ ...dayWith(WED, 4), hasNote: true, noteText: 'Picture day' })
    expect(await send(noting('Picture day'))).toMatchObject({ value: { result: null } })
    expect(server.calls).toHaveLength(1)
  })
})

describe('an edit that a page sent that is gone', () => {
  const again = { isAgain: true, isKept: true }
  const request = { days: [{ date: WED, version: 1, blocks: [math, art] }] }

  test('is sent as it was sent then', async () => {
    put(dayWith(WED, 2, math, art, music))
    server.operations = ['one']
    expect(await send(adding(art), { ...again, sent: request })).toMatchObject({ value: { result: { operationId: 'one' } } })
    expect(server.calls).toMatchObject([{ body: { version: 1, operationId: 'one' } }])
    expect(titles()).toEqual(['Math', 'Art', 'Music'])
  })

  test('is planned again if it didn’t arrive, and the day has changed', async () => {
    put(dayWith(WED, 2, math, music))
    await send(adding(art), { ...again, sent: request })
    expect(titles()).toEqual(['Math', 'Art', 'Music'])
  })

  test('is refused as every other one', async () => {
    server.mishaps = [refused]
    expect(await send(adding(art), { ...again, sent: request })).toMatchObject({ error: { code: 'refused_by_rule' } })
    expect(server.calls).toHaveLength(1)
  })

  test('is compared with the days as they are, so its page loads them first', async () => {
    put(dayWith(WED, 2, math))
    const sent = await send(adding(art), again)
    expect(server.calls).toHaveLength(1)
    expect(titles()).toEqual(['Math', 'Art'])
    // The server may have carried it out before, so the answer may be to another call.
    expect(sent.value).toEqual({ result: expect.objectContaining({ operationId: 'one' }), untold: undefined })
  })

  test('loads no days for what the server computes', async () => {
    server.others = () => ({ operationId: 'one', entries: [], removed: [] })
    await send({ type: 'undo', dates: [WED], operationId: 'earlier' }, again)
    expect(server.calls).toHaveLength(1)
    expect(queryClient.getQueryState(weekKey(calendar, MON))).toBeUndefined()
  })
})

describe('what the page shows', () => {
  const take = (edit: DayEdit, answer: Answer, isOfOtherTab = false) => takeIn(calendar, pendingOf(edit), answer, isOfOtherTab)
  const resultOf = (entries: CalendarDay[], removed: string[] = []) => ({ operationId: 'one', entries, removed })
  const stored = resultOf([dayWith(WED, 2, art, clean)])
  beforeEach(() => {
    put(dayWith(WED, 1, math), dayWith(THU, 3, music))
    showWeek(calendar)
  })

  test('is the answer, or nothing new if there is none', async () => {
    await take(adding(art), { result: null })
    expect(savedDay(calendar, WED)?.version).toBe(1)
    await take(adding(art), { result: resultOf([dayWith(WED, 2, math, art)], [THU]) })
    expect(savedDay(calendar, WED)?.version).toBe(2)
    expect(savedDay(calendar, THU)).toBeNull()
  })

  test('isn’t older than what it knew, if another tab received the answer', async () => {
    await take(adding(art), { result: resultOf([dayWith(WED, 2, art), dayWith(THU, 2)]) }, true)
    expect(savedDay(calendar, WED)?.version).toBe(2)
    expect(savedDay(calendar, THU)?.version).toBe(3)
    const known = savedDay(calendar, THU)
    await take(adding(art), { result: resultOf([dayWith(THU, 3)]) }, true)
    expect(savedDay(calendar, THU)).toBe(known)
    await take(adding(art), { result: resultOf([dayWith(MON, 1)]) }, true)
    expect(savedDay(calendar, MON)?.version).toBe(1)
  })

  test('is loaded again if another tab’s answer says that a day is gone', async () => {
    const closures = [...closuresKey(calendar), MON]
    queryClient.setQueryData(closures, [{ dates: [], moves: [] }])
    await take(adding(art), { result: resultOf([]) }, true)
    expect([isOld(weekKey(calendar, MON)), isOld(closures)]).toEqual([false, false])
    await take(adding(art), { result: resultOf([], [THU]) }, true)
    expect(isOld(weekKey(calendar, MON))).toBe(true)
  })

  test('is loaded again if the answer doesn’t have the days, which it may list', async () => {
    const next = '2026-11-23'
    showWeek(calendar, next)
    await take(adding(art), { result: { ...resultOf([]), dates: [next] }, untold: [WED] })
    expect([isOld(weekKey(calendar, MON)), isOld(weekKey(calendar, next))]).toEqual([false, true])
    await take(adding(art), { result: resultOf([]), untold: [WED] })
    expect(isOld(weekKey(calendar, MON))).toBe(true)
  })

  test('is followed by what the operation changed besides days', async () => {
    queryClient.setQueryData(['classes'], [])
    await take({ type: 'undo', dates: [WED], operationId: 'earlier' }, { result: resultOf([]) })
    expect(isOld(['classes'])).toBe(true)
  })

  test.each([
    ['a lesson', adding(unclean), unclean],
    ['a lesson that another tab sent', adding(unclean), { ...unclean }],
    ['a moved lesson', { type: 'move', from: THU, to: WED, before: math, after: unclean }, unclean],
    ['several lessons', { type: 'blocks', changes: [{ date: WED, before: math, after: unclean }] }, undefined],
    ['added lessons', { type: 'lessons', mode: 'add', days: [{ date: WED, blocks: [unclean] }] }, undefined],
  ] satisfies [string, DayEdit, TimeBlock | undefined][])('goes on from %s as the server stored it', async (_, edit, sent) => {
    await take(edit, { result: stored, sent })
    expect(confirmedBlock(unclean)).toEqual(clean)
  })

  test.each([
    ['was merged with a change from elsewhere', { ...unclean, title: 'Algebra' }],
    ['may have changed since the first call', undefined],
  ])('doesn’t take a lesson that %s for the one on screen', async (_, sent) => {
    await take(adding(unclean), { result: stored, sent })
    expect(confirmedBlock(unclean)).toBe(unclean)
  })

  test('has nothing to settle for a deleted lesson, and for one that the day doesn’t have', async () => {
    await take(adding(null, math), { result: stored, sent: null })
    await take(adding(music), { result: stored, sent: music })
    expect(confirmedBlock(music)).toBe(music)
  })
})

describe('an edit that failed', () => {
  const algebra = { ...math, title: 'Algebra' }
  const back = (edit: DayEdit) => takeBack(pendingOf(edit))

  test('leaves a changed lesson, or a moved one, as it was', () => {
    back(adding(algebra, math))
    expect(confirmedBlock(algebra)).toBe(math)
    const later = { ...math, startTime: '08:00' }
    back({ type: 'move', from: WED, to: THU, before: math, after: later })
    expect(confirmedBlock(later)).toBe(math)
  })

  test('leaves no added lesson', () => {
    back(adding(art))
    back({ type: 'lessons', mode: 'add', days: [{ date: WED, blocks: [music] }] })
    expect([confirmedBlock(art), confirmedBlock(music)]).toEqual([null, null])
  })

  test('that deletes a lesson has nothing to take back', () => {
    settleBlock(algebra, math)
    back(adding(null, math))
    expect(confirmedBlock(algebra)).toBe(math)
  })

  test('leaves several lessons as they were, each with its own plan', () => {
    // Their plans were swapped, so each has the other's ID.
    const [first, second] = [
      { ...math, title: 'A' },
      { ...art, title: 'B' },
    ]
    const [swappedFirst, swappedSecond] = [
      { ...first, id: art.id, title: 'B' },
      { ...second, id: math.id, title: 'A' },
    ]
    back({
      type: 'blocks',
      changes: [
        { date: WED, before: first, after: swappedFirst },
        { date: WED, before: second, after: swappedSecond },
      ],
    })
    expect(confirmedBlock(swappedFirst)).toBe(second)
    expect(confirmedBlock(swappedSecond)).toBe(first)
    // A lesson that gets an ID of its own.
    const copy = { ...first, id: 'copy', title: 'C' }
    back({ type: 'blocks', changes: [{ date: WED, before: first, after: copy }] })
    expect(confirmedBlock(copy)).toBe(first)
  })
})
