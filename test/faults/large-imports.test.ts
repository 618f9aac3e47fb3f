/** The largest allowed imports. None may block the event loop for 100 ms, or hold the embedded database for a second of CPU time. */
import { beforeAll, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { addDays, isSchoolDay } from '#shared/dates.ts'
import { app, clock, db, pool } from '#test/app.ts'
import { DATABASE_MS, heldBy, LOOP_MS } from '#test/cpu.ts'

const inTime = async <T>(what: () => Promise<T>): Promise<T> => {
  const { result, blockedMs, heldMs } = await heldBy(pool, what)
  expect({ blockedMs, isShort: blockedMs < LOOP_MS }).toEqual({ blockedMs, isShort: true })
  expect({ heldMs, isShort: heldMs < DATABASE_MS }).toEqual({ heldMs, isShort: true })
  return result
}

const DAYS = Array.from({ length: 365 }, (_, n) => addDays('2026-07-01', n)).filter(isSchoolDay)
/** About 850 characters with 85 different words. */
const text = (lesson: number) => Array.from({ length: 98 }, (_, n) => `word${((lesson * 31 + n * 7) % 4000) + (n % 90)}`).join(' ')
const lesson = (n: number) => {
  const date = (DAYS[n % DAYS.length] ?? '').replaceAll('-', '')
  const hour = String(Math.floor(n / DAYS.length)).padStart(2, '0')
  return `BEGIN:VEVENT\nDTSTART:${date}T${hour}0000\nDTEND:${date}T${hour}4500\nSUMMARY:Lesson ${n}\nDESCRIPTION:${text(n)}\nEND:VEVENT`
}
const fileOf = (count: number) => `BEGIN:VCALENDAR\n${Array.from({ length: count }, (_, n) => lesson(n)).join('\n')}\nEND:VCALENDAR`

const asJson = (content: string, kind = 'ics') => JSON.stringify({ kind, content })
const post = (token: string, url: string, payload: string) =>
  app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, payload })

// Warms up, because the first call of each kind runs unoptimized code.
beforeAll(async () => {
  const { token } = await aTeacher(db, { now: clock() })
  for (const url of ['/api/imports/preview', '/api/imports']) await post(token, url, asJson(fileOf(1_500)))
})

test('5,000 lessons of 5 MB are previewed, come in, come in again, and are taken back', async () => {
  const payload = asJson(fileOf(5_000))
  expect(payload.length).toBeGreaterThan(4_500_000)
  const { token } = await aTeacher(db, { now: clock() })
  const preview = await inTime(() => post(token, '/api/imports/preview', payload))
  expect(preview.json().entries).toHaveLength(5_000)
  const brought = (await inTime(() => post(token, '/api/imports', payload))).json()
  expect(brought).toMatchObject({ problems: [] })
  expect(brought.dates).toHaveLength(DAYS.length)
  const again = (await inTime(() => post(token, '/api/imports', payload))).json()
  expect(again.entries.every(({ outcome }: { outcome: string }) => outcome === 'same')).toBe(true)
  const undone = (await inTime(() => post(token, `/api/calendar/operations/${brought.operationId}/undo`, '{}'))).json()
  expect(undone.removed).toHaveLength(DAYS.length)
})

/** Lessons of one day with one title, whose texts differ only in a first word, so that a comparison reads them to their end. */
const sameDay = (count: number, characters: number, first: string) => {
  const plan = (n: number) => `${n}${first} ${'word '.repeat(characters / 5)}`
  return asJson(
    `Date,Start,End,Title,Plan\n${Array.from({ length: count }, (_, n) => `2026-11-18,08:00,08:45,Math,"${plan(n)}"`).join('\n')}`,
    'csv',
  )
}

test('5 MB of lessons of one title on one day are compared with each other and with 2 MB that are there', async () => {
  const { token } = await aTeacher(db, { now: clock() })
  await inTime(() => post(token, '/api/imports/preview', sameDay(60, 80_000, 'a')))
  const brought = await inTime(() => post(token, '/api/imports', sameDay(30, 60_000, 'a')))
  expect(brought.json()).toMatchObject({ problems: [], dates: ['2026-11-18'] })
  const preview = (await inTime(() => post(token, '/api/imports/preview', sameDay(60, 80_000, 'b')))).json()
  expect(preview).toMatchObject({ problemCount: 30 })
})
