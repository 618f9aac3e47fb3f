import { expect, test } from 'vitest'
import { makeKeyRing, newKey } from '#server/lib/keys/key-ring.ts'
import { UNREADABLE_NOTE } from '#shared/accounts/rules.ts'
import { DAY_MS } from '#shared/dates.ts'
import { canonicalAddress, confirmationToken, confirmedBy, openNotes, quotaFor, sealNotes } from './policy.ts'

const NOW = new Date('2026-11-29T08:00:00Z')
const daysLater = (days: number, ms = 0) => new Date(NOW.getTime() + days * DAY_MS + ms)
const keys = makeKeyRing(newKey())

test.each([
  ['Ann.Lee@School.example', 'ann.lee@school.example'],
  ['ann.lee+trial@school.example', 'ann.lee@school.example'],
  ['a.n.n.lee+2@gmail.com', 'annlee@gmail.com'],
  ['annlee@googlemail.com', 'annlee@gmail.com'],
  ['"ann@home"@school.example', '"ann@home"@school.example'],
])('%s belongs to the same person as %s', (spelled, canonical) => {
  expect(canonicalAddress(spelled)).toBe(canonical)
})

test('the link in a mail confirms its address for 30 days', () => {
  const ann = { userId: 'ann', email: 'ann@school.example' }
  const token = confirmationToken(keys, ann, NOW)
  expect(confirmedBy(keys, token, daysLater(30, -1))).toEqual(ann)
  expect(confirmedBy(keys, token, daysLater(30))).toBeUndefined()
})

test('nobody confirms an address with a forged token, or with one that another link had', () => {
  const text = JSON.stringify({ userId: 'ann', email: 'ann@school.example', until: daysLater(1).getTime() })
  expect(confirmedBy(keys, text, NOW)).toBeUndefined()
  expect(confirmedBy(keys, keys.seal('mail', 'office', text), NOW)).toBeUndefined()
  expect(confirmedBy(keys, makeKeyRing(newKey()).seal('mail', 'confirm', text), NOW)).toBeUndefined()
  // A link in a mail from an earlier version works.
  expect(confirmedBy(keys, keys.seal('mail', 'confirm', text), NOW)).toEqual({ userId: 'ann', email: 'ann@school.example' })
})

const NOTES = { emergencyProcedures: '<p>Door B</p>', studentNotes: '<p>Max has an inhaler</p>', substituteInstructions: '' }
const EMPTY = { sealedEmergencyProcedures: '', sealedStudentNotes: '', sealedSubstituteInstructions: '' }

test('a teacher reads their notes, and the database holds none of their words', () => {
  const sealed = sealNotes(keys, 'ann', NOTES)
  expect(JSON.stringify(sealed)).not.toMatch(/Door B|Max/)
  expect(sealed.sealedSubstituteInstructions).toBe('')
  expect(openNotes(keys, { id: 'ann', ...EMPTY, ...sealed })).toEqual({ notes: NOTES, unreadable: [] })
})

test('saving one note leaves the others as they are', () => {
  expect(Object.keys(sealNotes(keys, 'ann', { studentNotes: '<p>New</p>' }))).toEqual(['sealedStudentNotes'])
})

test('a note that was moved to another user or to another column can’t be read, and says so', () => {
  const { sealedStudentNotes = '' } = sealNotes(keys, 'ann', NOTES)
  expect(openNotes(keys, { ...EMPTY, id: 'ben', sealedStudentNotes })).toEqual({
    notes: { emergencyProcedures: '', studentNotes: UNREADABLE_NOTE, substituteInstructions: '' },
    unreadable: ['studentNotes'],
  })
  expect(openNotes(keys, { ...EMPTY, id: 'ann', sealedEmergencyProcedures: sealedStudentNotes })).toEqual({
    notes: { emergencyProcedures: UNREADABLE_NOTE, studentNotes: '', substituteInstructions: '' },
    unreadable: ['emergencyProcedures'],
  })
})

test('guests can store 5 MB of lessons and 10 MB of history, or less on a server that allows less', () => {
  const megabytes = (lessons: number, history: number) => ({ lessons: lessons * 2 ** 20, history: history * 2 ** 20 })
  expect(quotaFor({ isGuest: false }, megabytes(50, 100))).toEqual(megabytes(50, 100))
  expect(quotaFor({ isGuest: true }, megabytes(50, 100))).toEqual(megabytes(5, 10))
  expect(quotaFor({ isGuest: true }, megabytes(2, 3))).toEqual(megabytes(2, 3))
})
