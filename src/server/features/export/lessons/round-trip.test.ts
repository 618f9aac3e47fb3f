// @module-tag engine
import { expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aBlock, aDay } from '#server/features/calendar/samples.ts'
import { aClass } from '#server/features/classes/samples.ts'
import { LINK_SIGN, plainText } from '#shared/plain-text.ts'
import { app, call, clock, db } from '#test/app.ts'

type Teacher = Awaited<ReturnType<typeof aTeacher>>
const RANGE = { from: '2026-11-16', to: '2026-12-18' }

/** Returns a teacher's lessons and marks with their plain texts. */
const plannerOf = async ({ token }: Teacher) => {
  const { body } = await call('GET', `/api/calendar?${new URLSearchParams(RANGE)}`, { token })
  type Shown = {
    date: string
    isBlocked: boolean
    blockedText: string | null
    noteText: string | null
    blocks: ReturnType<typeof aBlock>[]
  }
  return body.map(({ date, blockedText, noteText, isBlocked, blocks }: Shown) => ({
    ...{ date, blockedText, noteText },
    lessons: isBlocked
      ? []
      : blocks.map(({ startTime, endTime, title, description }) => [
          ...[startTime, endTime, title],
          plainText(description, { hasLines: true }).replaceAll(LINK_SIGN, ''),
        ]),
  }))
}

const plan = async ({ userId: owner }: Teacher) => {
  const now = clock()
  const math = (await aClass(db, { owner, name: 'Math' })).id
  await aDay(db, {
    ...{ owner, date: '2026-11-18', now, hasNote: true, noteText: 'Picture day' },
    blocks: [
      aBlock({ title: 'Morning Meeting', startTime: '07:50', endTime: '08:10', description: '' }),
      aBlock({
        title: 'Math',
        classId: math,
        startTime: '08:15',
        endTime: '09:00',
        description:
          '<p>Compare <strong>halves</strong>, see <a href="https://example.com">the sheet</a></p><ul><li><p>Fold</p></li><li><p>Cut</p></li></ul>',
      }),
      aBlock({
        title: '=SUM(A1), "fractions"; decimals',
        startTime: '09:05',
        endTime: '09:50',
        description: '<p>=1+1</p><p>@home: bring paper</p>',
      }),
      aBlock({
        title: 'Ecología & música',
        startTime: '12:15',
        endTime: '13:00',
        description: '<p>10:30 line up</p><p>Thursday: test</p><p>1 &lt; 2</p>',
      }),
    ],
  })
  await aDay(db, { owner, date: '2026-11-26', now, isBlocked: true, blockedText: 'Thanksgiving' })
  await aDay(db, {
    ...{ owner, date: '2026-12-01', now },
    blocks: [
      aBlock({
        title: 'Science',
        startTime: '13:05',
        endTime: '14:00',
        description: '<ol><li><p>Predict</p></li><li><p>Measure</p></li></ol>',
      }),
    ],
  })
}

test.each(['csv', 'ics', 'docx'])('lessons that leave as .%s come back as they were', async (format) => {
  const ann = await aTeacher(db, { now: clock() })
  const bob = await aTeacher(db, { now: clock() })
  await plan(ann)
  const file = await app.inject({
    url: `/api/exports?${new URLSearchParams({ ...RANGE, format })}`,
    headers: { authorization: `Bearer ${ann.token}` },
  })
  const content = format === 'docx' ? file.rawPayload.toString('base64') : file.body
  const { status, body } = await call('POST', '/api/imports', { token: bob.token, body: { kind: format, content } })
  expect([status, body.problems]).toEqual([200, []])
  expect(await plannerOf(bob)).toEqual(await plannerOf(ann))
  const again = await call('POST', '/api/imports', { token: ann.token, body: { kind: format, content } })
  expect(again.body.dates).toEqual([])
})
