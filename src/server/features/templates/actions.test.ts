import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aBlock, aDay } from '#server/features/calendar/samples.ts'
import type { DayContent } from '#shared/calendar/contract.ts'
import { addDays } from '#shared/dates.ts'
import { call, db } from '#test/app.ts'
import { aWeeklyTemplate } from './samples.ts'

const time = (minutes: number) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const text = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '<', '>', '&', '"', ' ', '\n') })
const blocks = fc.array(
  fc
    .record({
      title: fc.string({ unit: fc.constantFrom('M', 'a', 'ß', '😀'), minLength: 1, maxLength: 12 }),
      description: fc.oneof(
        text,
        text.map((words) => `<p style="color:red"><b>${words}</b></p>`),
      ),
      from: fc.integer({ min: 0, max: 1380 }),
      length: fc.integer({ min: 1, max: 59 }),
      hasAlert: fc.boolean(),
      alertMessage: text,
    })
    .map(({ from, length, ...block }) => aBlock({ ...block, startTime: time(from), endTime: time(from + length) })),
  { maxLength: 6 },
)
const day: fc.Arbitrary<DayContent | null> = fc.option(
  fc
    .record({ note: fc.option(fc.string({ minLength: 1, unit: 'grapheme-ascii' })), isBlocked: fc.boolean(), blocks })
    .map(({ note, isBlocked, blocks }) => ({
      isBlocked,
      blockedText: isBlocked ? 'Blocked Out' : null,
      hasNote: note !== null,
      noteText: note,
      blocks,
    })),
)
const FIRST_MONDAY = '2026-11-16'

test('undo after applying a weekly template restores every day exactly, whatever it contained and however it was applied', async () => {
  const { userId: owner, token } = await aTeacher(db, { now: new Date('2026-11-17T12:00:00Z') })
  let weeks = 0
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(day, day, day),
      fc.tuple(blocks, blocks, blocks),
      fc.constantFrom('replace', 'add'),
      fc.constantFrom('skip', 'fill'),
      async (days, [monday, tuesday, wednesday], mode, blockedDays) => {
        const weekStartDate = addDays(FIRST_MONDAY, 7 * weeks++)
        for (const [index, content] of days.entries())
          if (content) await aDay(db, { owner, date: addDays(weekStartDate, index), ...content })
        const read = async () =>
          (await call('GET', `/api/calendar?from=${weekStartDate}&to=${addDays(weekStartDate, 4)}`, { token })).body.map(
            ({ version: _, operationId: __, ...shown }: Record<string, unknown>) => shown,
          )
        const before = await read()
        const { id } = await aWeeklyTemplate(db, { owner, monday, tuesday, wednesday })
        const applied = await call('POST', `/api/weekly-templates/${id}/apply`, {
          token,
          body: { weekStartDate, mode, blockedDays },
        })
        if (applied.status === 200) {
          const undone = await call('POST', `/api/calendar/operations/${applied.body.operationId}/undo`, { token })
          expect(undone.status).toBe(200)
        } else expect(applied.status).toBe(422)
        expect(await read()).toEqual(before)
      },
    ),
    { numRuns: 25 },
  )
})
