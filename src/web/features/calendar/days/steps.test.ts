import { expect, test } from 'vitest'
import { forgetStep, latestStep, noteStep, takeStep } from './steps.ts'

const calendarId = 'mine'
const save = (operationId: string, date: string, words: string) => noteStep({ calendarId, dates: [date], operationId, words, sitting: 'a' })
const latest = () => latestStep('done', calendarId)

test('all saves of a sitting are one step, which one refused save doesn’t remove', () => {
  noteStep({ calendarId, dates: ['2026-11-16'], operationId: 'before' })
  save('1', '2026-11-18', 'Add M')
  save('2', '2026-11-18', 'Change Math')
  save('3', '2026-11-19', 'Change Math')
  expect(latest()).toMatchObject({ operationId: '3', dates: ['2026-11-18', '2026-11-19'], words: 'Add Math' })
  forgetStep({ operationId: '2' })
  forgetStep({ operationId: '3' })
  expect(latest()?.operationId).toBe('1')
  takeStep({ operationId: '1' })
  expect(latest()?.operationId).toBe('before')
})

test('a step goes with its last operation', () => {
  save('1', '2026-11-18', 'Add Math')
  forgetStep({ operationId: '1' })
  expect(latest()?.operationId).not.toBe('1')
})
