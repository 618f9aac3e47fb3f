import { describe, expect, test } from 'vitest'
import { type Gap, gapsOf, NOTE_GUIDE } from '#shared/sub-plans/rules.ts'
import { fieldsOf, notesWith, readyWords, taughtOn, thereWords, withText } from './typed-gaps.ts'

const [ATTENDANCE = ''] = NOTE_GUIDE.substituteInstructions
const DISMISSAL = NOTE_GUIDE.substituteInstructions.at(-1) ?? ''
const EMPTY = { emergencyProcedures: '', studentNotes: '', substituteInstructions: '' }
const WEDNESDAY = '2026-11-18'
const day = (date: string, title: string, description = '') => ({
  ...{ id: date, userId: 'ann', date, isBlocked: false, blockedText: null, hasNote: false, noteText: null, version: 1, operationId: 'o' },
  blocks: [{ id: title, title, description, startTime: '08:00', endTime: '09:00', hasAlert: false, alertMessage: '', order: 0 }],
})
const gaps = (notes = EMPTY, days = [day(WEDNESDAY, 'Math', '<p>Quiz</p>')]) =>
  gapsOf(
    days.map(({ date }) => date),
    days,
    notes,
  )

describe('a sick teacher is asked', () => {
  test('for attendance and dismissal rather than for instructions in general', () => {
    expect(fieldsOf(gaps(), [], false).map(({ title }) => title)).toEqual([
      'There are no emergency procedures',
      'Nothing says how to take attendance',
      'Nothing says how the day ends',
    ])
  })

  test('for student notes only if the link contains them', () => {
    expect(fieldsOf(gaps(), [], true).map(({ title }) => title)).toContain('There are no student notes')
  })

  test('for the text of a lesson, with its day if there are several', () => {
    const full = { ...EMPTY, emergencyProcedures: '<p>Go</p>', substituteInstructions: '<p>Attendance by 8, buses at 3</p>' }
    const one = [day(WEDNESDAY, 'Math')]
    expect(fieldsOf(gaps(full, one), one, false).map(({ title }) => title)).toEqual(['Math has no instructions'])
    const two = [...one, day('2026-11-19', 'Art')]
    expect(fieldsOf(gaps(full, two), two, false).map(({ title }) => title)).toEqual([
      'Math on Wed, Nov 18 has no instructions',
      'Art on Thu, Nov 19 has no instructions',
    ])
  })
})

describe('typed text is kept', () => {
  test('under its heading, in place of an empty paragraph', () => {
    const note = `<h3>${ATTENDANCE}</h3><p></p><h3>${DISMISSAL}</h3><p></p>`
    expect(withText(note, DISMISSAL, 'Buses at 2:50 <Ms. Kim>\nCar line 3:00')).toBe(
      `<h3>${ATTENDANCE}</h3><p></p><h3>${DISMISSAL}</h3><p>Buses at 2:50 &lt;Ms. Kim&gt;</p><p>Car line 3:00</p>`,
    )
  })

  test('after the text that is there already', () => {
    expect(withText(`<h3>${ATTENDANCE}</h3><p>Blue folder</p>`, ATTENDANCE, 'By 8:15')).toBe(
      `<h3>${ATTENDANCE}</h3><p>Blue folder</p><p>By 8:15</p>`,
    )
  })

  test('under a new heading if the note doesn’t have it', () => {
    expect(withText('<p>Be kind</p>', DISMISSAL, 'Bus 4')).toBe(`<p>Be kind</p><h3>${DISMISSAL}</h3><p>Bus 4</p>`)
  })

  test('above headings that the teacher left empty', () => {
    expect(withText('<h3>Fire</h3><p></p>', undefined, 'East door')).toBe('<p>East door</p><h3>Fire</h3><p></p>')
  })

  test('so that nothing is missing the next time, however often it is saved', () => {
    const fields = fieldsOf(gaps(), [], false)
    const typed = Object.fromEntries(
      fields.map(({ key }, position) => [key, ['East door', 'Attendance by 8', 'Buses at 3'][position] ?? '']),
    )
    const saved = { ...EMPTY, ...notesWith(EMPTY, typed) }
    expect(fieldsOf(gaps(saved), [], false)).toEqual([])
    expect({ ...EMPTY, ...notesWith(EMPTY, typed) }).toEqual(saved)
  })

  test('until it is erased, which leaves the note as it was', () => {
    const base = { ...EMPTY, substituteInstructions: '<p>Be kind</p>' }
    const key = JSON.stringify({ note: 'substituteInstructions', heading: DISMISSAL })
    expect(notesWith(base, { [key]: 'Bus 4' })).toEqual({ substituteInstructions: `<p>Be kind</p><h3>${DISMISSAL}</h3><p>Bus 4</p>` })
    expect(notesWith(base, { [key]: ' ' })).toEqual({ substituteInstructions: '<p>Be kind</p>' })
  })

  test('in the order of the guide, whichever field was typed into first', () => {
    const key = (heading: string) => JSON.stringify({ note: 'substituteInstructions', heading })
    expect(notesWith(EMPTY, { [key(DISMISSAL)]: 'Bus 4', [key(ATTENDANCE)]: 'By 8' })).toEqual({
      substituteInstructions: `<h3>${ATTENDANCE}</h3><p>By 8</p><h3>${DISMISSAL}</h3><p>Bus 4</p>`,
    })
  })
})

test('lessons that a short day leaves out, and those of a day off, aren’t counted', () => {
  const [math, art] = [day(WEDNESDAY, 'Math'), day('2026-11-19', 'Art')]
  const short = { shortDay: 'Delay', startTime: '08:00', endTime: '09:00', isLeftOut: true }
  const without = { ...math, blocks: [...math.blocks, ...day(WEDNESDAY, 'Gym').blocks.map((block) => ({ ...block, usual: short }))] }
  const titles = (lessons: ReturnType<typeof taughtOn>) => lessons.map((blocks) => blocks.map(({ title }) => title))
  expect(titles(taughtOn(['2026-11-19', WEDNESDAY], [art, without]))).toEqual([['Math'], ['Art']])
  expect(titles(taughtOn([WEDNESDAY], [{ ...math, isBlocked: true }], art.blocks))).toEqual([])
  expect(gapsOf([WEDNESDAY], [without], EMPTY).filter(({ message }) => message.includes('Gym'))).toEqual([])
})

test('the teacher reads in one sentence what is there', () => {
  const note = (heading: string): Gap => ({ message: '', place: { note: 'substituteInstructions', heading } })
  expect(thereWords([note(DISMISSAL)], 6)).toBe('Six lessons, attendance and the emergency card are all there.')
  expect(thereWords([note(DISMISSAL), note(ATTENDANCE)], 1)).toBe('One lesson and the emergency card are there.')
  expect(thereWords([], 0)).toBe('Attendance, dismissal and the emergency card are all there.')
  expect(thereWords([note(DISMISSAL), note(ATTENDANCE), { message: '', place: { note: 'emergencyProcedures' } }], 2)).toBe(
    'Two lessons are there.',
  )
})

test('how much is missing is said in words', () => {
  expect([0, 1, 3].map(readyWords)).toEqual(['Ready', 'Ready, but for one thing', 'Ready, but for three things'])
})
