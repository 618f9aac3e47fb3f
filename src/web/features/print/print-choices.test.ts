import { afterEach, expect, test, vi } from 'vitest'
import { keepPrintChoices, printChoices, storedChoices } from './print-choices.ts'

afterEach(() => {
  storedChoices.set({})
  vi.unstubAllGlobals()
})

test.each([
  ['en-US', 'LETTER'],
  ['en-GB', 'A4'],
  ['de', 'A4'],
])('with the browser language %s, the default paper is %s', (language, paper) => {
  vi.stubGlobal('navigator', { language })
  expect(printChoices('week')).toMatchObject({ paper, orientation: 'landscape', text: 'first' })
})

test('the paper size applies to days and weeks, other settings only to the view they were chosen for', () => {
  vi.stubGlobal('navigator', { language: 'en-US' })
  keepPrintChoices('week', { ...printChoices('week'), paper: 'A4', orientation: 'portrait', text: 'titles', hasRoom: true })
  expect(printChoices('week')).toMatchObject({ paper: 'A4', orientation: 'portrait', text: 'titles', hasRoom: true })
  expect(printChoices('day')).toMatchObject({ paper: 'A4', orientation: 'portrait', text: 'full', hasRoom: false })
})

test('settings stored by another version are ignored', () => {
  vi.stubGlobal('navigator', { language: 'de' })
  storedChoices.set({ paper: 'A5', week: 'x' })
  expect(printChoices('day')).toMatchObject({ paper: 'A4', text: 'full' })
})
