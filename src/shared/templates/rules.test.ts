import { expect, test } from 'vitest'
import { withOptions } from './rules.ts'

const math = {
  title: 'Math',
  description: '<p>Fractions</p>',
  startTime: '10:30',
  endTime: '11:30',
  hasAlert: true,
  alertMessage: 'Blue tray',
}

test('descriptions and alerts stay out of a template unless requested', () => {
  const none = { includeDescriptions: false, includeAlerts: false }
  expect(withOptions(math, none)).toEqual({ ...math, description: '', hasAlert: false, alertMessage: '' })
  expect(withOptions(math, { includeDescriptions: true, includeAlerts: false })).toEqual({ ...math, hasAlert: false, alertMessage: '' })
  expect(withOptions(math, { includeDescriptions: true, includeAlerts: true })).toEqual(math)
})

test('an alert that is off has no message', () => {
  expect(withOptions({ ...math, hasAlert: false }, { includeDescriptions: true, includeAlerts: true }).alertMessage).toBe('')
})
