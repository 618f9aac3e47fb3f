import { expect, test } from 'vitest'
import { makeKeyRing, newKey } from '#server/lib/keys/key-ring.ts'
import { openWritten, sealWritten, type Written } from './policy.ts'

const keys = makeKeyRing(newKey())
const written: Written = {
  name: 'Sam',
  lessons: [
    { date: '2026-11-18', blockId: 'a', title: 'Math', startTime: '08:00', outcome: 'done', note: 'Max left early' },
    { date: '2026-11-18', blockId: 'b', title: null, startTime: null, outcome: 'not', note: '' },
  ],
  absent: ['Mia'],
  incidents: 'A fire drill',
  note: 'Thanks',
}

test('a teacher reads what their substitute wrote, and the database holds none of it', () => {
  const sealed = sealWritten(keys, 'first', written)
  expect(sealed).not.toMatch(/Max|Mia|fire/)
  expect(openWritten(keys, { id: 'first', sealed })).toEqual(written)
})

test('a report without its key, or under another report’s id, is empty and says why', () => {
  const sealed = sealWritten(keys, 'first', written)
  const unreadable = {
    ...{ name: '', lessons: [], absent: [], incidents: '' },
    note: 'This report can’t be read, because the server doesn’t have the key that encrypted it. Ask the person who runs Firstbell.',
  }
  expect(openWritten(makeKeyRing(newKey()), { id: 'first', sealed })).toEqual(unreadable)
  expect(openWritten(keys, { id: 'second', sealed })).toEqual(unreadable)
})
