import { afterEach, expect, test, vi } from 'vitest'
import { storePrintChoices } from '#web/lib/storage.ts'
import { keepPrintChoices, printChoices } from './print-choices.ts'

afterEach(() => {
  storePrintChoices({})
  vi.unstubAllGlobals()
})

test.each([
  ['en-US', 'LETTER'],
  ['en-GB', 'A4'],
  ['de', 'A4'],
])('a teacher whose browser speaks %s prints on %s at first', (language, paper) => {
  vi.stubGlobal('navigator', { language })
  expect(printChoices('week')).toMatchObject({ paper, orientation: 'landscape', text: 'first' })
})

test('the paper holds for days and weeks, the rest for that which it was chosen for', () => {
  vi.stubGlobal('navigator', { language: 'en-US' })
  keepPrintChoices('week', { ...printChoices('week'), paper: 'A4', orientation: 'portrait', text: 'titles', hasRoom: true })
  expect(printChoices('week')).toMatchObject({ paper: 'A4', orientation: 'portrait', text: 'titles', hasRoom: true })
  expect(printChoices('day')).toMatchObject({ paper: 'A4', orientation: 'portrait', text: 'full', hasRoom: false })
})

test('what another version kept is not asked for', () => {
  vi.stubGlobal('navigator', { language: 'de' })
  storePrintChoices({ paper: 'A5', week: 'x' })
  expect(printChoices('day')).toMatchObject({ paper: 'A4', text: 'full' })
})
