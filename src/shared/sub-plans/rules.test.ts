import { describe, expect, test } from 'vitest'
import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import { gapsOf, NOTE_GUIDE } from './rules.ts'

const DATE = '2026-11-18'
const block = (id: string, title: string, description: string): TimeBlock => ({
  id,
  title,
  description,
  startTime: '08:00',
  endTime: '09:00',
  hasAlert: false,
  alertMessage: '',
  order: 0,
})
const day = (blocks: TimeBlock[], isBlocked = false): CalendarDay => ({
  id: 'd',
  userId: 'ann',
  date: DATE,
  isBlocked,
  blockedText: null,
  hasNote: false,
  noteText: null,
  blocks,
  version: 1,
  operationId: 'o',
})
const NOTES = {
  emergencyProcedures: '<p>Fire: east door</p>',
  studentNotes: '<p>Ask the nurse</p>',
  substituteInstructions: '<p>Take attendance by 8:15. Bus list on the door.</p>',
}
const PLANNED = [day([block('b1', 'Math', '<p>Quiz</p>'), block('b2', 'Lunch', '')])]

test('a planned day with complete notes has no gaps; lunch needs no instructions', () => {
  expect(gapsOf([DATE], PLANNED, NOTES)).toEqual([])
})

test('only the notes themselves are read, not other fields of the teacher', () => {
  const teacher = { ...NOTES, substituteInstructions: '<p>Be kind</p>', displayName: null, email: 'attendance@buses.example' }
  expect(gapsOf([DATE], PLANNED, teacher)).toHaveLength(2)
})

describe('a sick teacher is shown', () => {
  test('that a day has no lessons, and where to add them', () => {
    expect(gapsOf(['2026-11-19'], [], NOTES)).toEqual([{ message: 'Nov 19, 2026 has no lessons', place: { date: '2026-11-19' } }])
  })

  test('which lesson has no instructions, even if its text is only empty lines', () => {
    const days = [day([block('b1', 'Math', '<p>Quiz</p>'), block('b2', 'Science', '<p><br></p>&nbsp;')])]
    expect(gapsOf([DATE], days, NOTES)).toEqual([
      { message: 'Nov 18, 2026: Science has no instructions', place: { date: DATE, blockId: 'b2' } },
    ])
  })

  test('what the special notes lack, emergency procedures first', () => {
    const gaps = gapsOf([DATE], PLANNED, { emergencyProcedures: '', studentNotes: ' ', substituteInstructions: '<p></p>' })
    expect(gaps.map(({ message }) => message)).toEqual([
      'Emergency procedures are missing',
      'Student notes are missing (medical alerts, support, pickup)',
      'Substitute instructions are missing',
      'Attendance directions are missing',
      'Dismissal directions are missing (buses, pickup)',
    ])
  })
})

test('guide headings without text under them don’t count; those with text do, and so do the teacher’s own headings', () => {
  const bare = NOTE_GUIDE.substituteInstructions.map((heading) => `<h3>${heading}</h3><p></p>`).join('')
  const [, second] = gapsOf([DATE], PLANNED, { ...NOTES, substituteInstructions: bare })
  expect(second?.message).toBe('Attendance directions are missing')
  const begun = bare.replace('send it</h3><p></p>', 'send it</h3><p>By 8:15</p>')
  expect(gapsOf([DATE], PLANNED, { ...NOTES, substituteInstructions: begun }).map(({ message }) => message)).toEqual([
    'Dismissal directions are missing (buses, pickup)',
  ])
  expect(gapsOf([DATE], PLANNED, { ...NOTES, emergencyProcedures: '<h3>East door, then the oak</h3>' })).toEqual([])
  const former = { ...NOTES, emergencyProcedures: '<h3>Way out and meeting place</h3><p></p>' }
  expect(gapsOf([DATE], PLANNED, former).map(({ message }) => message)).toEqual(['Emergency procedures are missing'])
})

test('attendance and dismissal can be anywhere, even as separate time blocks', () => {
  const days = [day([block('b1', 'Attendance', '<p>x</p>'), block('b2', 'Dismissal', '')])]
  expect(gapsOf([DATE], days, { ...NOTES, substituteInstructions: '<p>Be kind</p>' })).toEqual([])
})

test('a blocked day has no gaps, and neither does a plan of blocked days only', () => {
  expect(gapsOf([DATE], [day([], true)], { emergencyProcedures: '', studentNotes: '', substituteInstructions: '' })).toEqual([])
})
