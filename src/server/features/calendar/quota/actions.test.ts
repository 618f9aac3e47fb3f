import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aBlock, aDay, calendarOf } from '#server/features/calendar/samples.ts'
import type { CalendarRef } from '#server/features/calendar/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { requireModest, requireModestDay, requireRoom } from './actions.ts'

const MEGABYTE = 1024 * 1024

describe('a day', () => {
  test('may have 2 MB and 100,000 different words', () => {
    requireModestDay({ bytes: 2_000_000, words: 100_000 })
  })

  test('may have no byte and no word more, and its teacher learns what to do', () => {
    expect(() => requireModestDay({ bytes: 2_000_001, words: 1 })).toThrow(
      expect.objectContaining({
        code: 'refused_by_rule',
        message: 'This day has too much text (the limit is 2 MB). Shorten a lesson, or link to a document.',
      }),
    )
    expect(() => requireModestDay({ bytes: 1, words: 100_001 })).toThrow(
      expect.objectContaining({
        code: 'refused_by_rule',
        message: 'This day has too many different words (the limit is 100,000). Shorten a lesson, or link to a document.',
      }),
    )
  })
})

describe('one change', () => {
  const tooMuch = (words: string) =>
    expect.objectContaining({
      code: 'refused_by_rule',
      message: `That’s too much for one change (the limit is 12 MB or ${words} different words). Choose fewer days, or shorten long lessons.`,
    })

  test('may have 12 MB and 320,000 different words, and no byte or word more', () => {
    const most = { bytes: 12 * MEGABYTE, words: 320_000 }
    requireModest(most)
    requireModest(most, 'save')
    expect(() => requireModest({ ...most, bytes: most.bytes + 1 })).toThrow(tooMuch('320,000'))
    expect(() => requireModest({ ...most, words: most.words + 1 }, 'save')).toThrow(tooMuch('320,000'))
  })

  test('may have 750,000 different words if it is an import', () => {
    const most = { bytes: 12 * MEGABYTE, words: 750_000 }
    requireModest(most, 'import')
    expect(() => requireModest({ ...most, bytes: most.bytes + 1 }, 'import')).toThrow(tooMuch('750,000'))
    expect(() => requireModest({ ...most, words: most.words + 1 }, 'import')).toThrow(tooMuch('750,000'))
  })
})

describe('a planner', () => {
  const quota = { lessons: MEGABYTE, history: MEGABYTE }
  const empty = { lessonBytes: 0, historyBytes: 0, words: 0 }
  /** No message asks the database, except about a full history. */
  const unread = {} as Db
  const calendar = {} as CalendarRef
  const add = (parts: Partial<Parameters<typeof requireRoom>[3]>) =>
    requireRoom(unread, calendar, quota, { used: empty, lessons: 0, history: 0, isRemoval: false, ...parts })

  test('takes lessons up to the last byte, and then says how to make room', async () => {
    const used = { ...empty, lessonBytes: MEGABYTE - 10 }
    await add({ used, lessons: 10 })
    await expect(add({ used, lessons: 11 })).rejects.toMatchObject({
      code: 'refused_by_rule',
      message: 'Your planner is full (1 MB). To make room, delete old days or templates, or shorten long lessons.',
    })
  })

  test('states its limit with one decimal', async () => {
    await expect(
      requireRoom(unread, calendar, { ...quota, lessons: 1_600_000 }, { used: empty, lessons: 1_600_001, history: 0, isRemoval: false }),
    ).rejects.toThrow('Your planner is full (1.5 MB).')
  })

  test('takes a different word for each ten bytes, and then says how to make room', async () => {
    const used = { ...empty, words: 104_000 }
    await add({ used, words: 857 })
    await expect(add({ used, words: 858 })).rejects.toMatchObject({
      code: 'refused_by_rule',
      message:
        'Your planner has too many different words to search (the limit is 104,857). To make room, delete old days, or shorten long lessons.',
    })
  })

  test('takes history up to the last byte', async () => {
    await add({ used: { ...empty, historyBytes: MEGABYTE - 10 }, history: 10 })
  })

  test('that is over its limits, because an operator lowered them, takes changes that need no more room', async () => {
    const used = { lessonBytes: 2 * MEGABYTE, historyBytes: 2 * MEGABYTE, words: 200_000 }
    await add({ used, lessons: 0, words: 0, history: 0 })
    await add({ used, lessons: -1, words: -1, history: -1 })
  })

  test('that is over its limits lets its teacher remove lessons, which its history keeps', async () => {
    const used = { lessonBytes: 2 * MEGABYTE, historyBytes: 2 * MEGABYTE, words: 200_000 }
    await add({ used, lessons: 10, words: 10, history: 10, isRemoval: true })
  })
})

describe('a full history', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())

  test('says when it has room again, on the teacher’s date, if it has a change that expires', async () => {
    const { db } = database
    const now = new Date('2026-11-19T03:00:00Z')
    const { userId } = await aTeacher(db, { now, timezone: 'America/New_York' })
    const calendar = await calendarOf(db, userId)
    const request = { used: { lessonBytes: 0, historyBytes: 1024, words: 0 }, lessons: 0, history: 1, isRemoval: false }
    const change = () => requireRoom(db, calendar, { lessons: MEGABYTE, history: 1024 }, request)
    await expect(change()).rejects.toMatchObject({
      code: 'refused_by_rule',
      message: 'Your change history is full (0 MB). We keep every change for 30 days. You can still delete, view, and export.',
    })
    await aDay(db, { owner: userId, date: '2026-11-20', blocks: [aBlock()], now })
    await aDay(db, { owner: userId, date: '2026-11-20', now: new Date('2026-11-25T03:00:00Z') })
    await expect(change()).rejects.toThrow(
      'Your change history is full (0 MB). We keep every change for 30 days. Space frees up on December 18, 2026, when the oldest changes expire. You can still delete, view, and export.',
    )
  })
})
