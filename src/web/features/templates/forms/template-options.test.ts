import { expect, test } from 'vitest'
import type { DailyTemplate } from '#shared/templates/contract.ts'
import { isFound, summaryOf } from '#web/features/templates/template-summary.ts'
import { withOptions } from './template-options.ts'
import { blocksFrom } from './weekly-sources.ts'

const math = {
  title: 'Math',
  description: '<p>Fractions</p>',
  startTime: '10:30',
  endTime: '11:30',
  hasAlert: true,
  alertMessage: 'Blue tray',
}
const art = { ...math, title: 'Art', startTime: '08:00', endTime: '09:00' }
const none = { includeDescriptions: false, includeAlerts: false }

test('descriptions and alerts stay out of a template unless they were asked for', () => {
  expect(withOptions(math, none)).toEqual({ ...math, description: '', hasAlert: false, alertMessage: '' })
  expect(withOptions(math, { includeDescriptions: true, includeAlerts: false })).toEqual({ ...math, hasAlert: false, alertMessage: '' })
  expect(withOptions(math, { includeDescriptions: true, includeAlerts: true })).toEqual(math)
})

test('an alert that is off brings no message with it', () => {
  expect(withOptions({ ...math, hasAlert: false }, { includeDescriptions: true, includeAlerts: true }).alertMessage).toBe('')
})

test('a weekday comes from the shown week without what was not asked for, and from a template as it is', () => {
  const daily = [{ id: 'day-1', name: 'Normal', blocks: [{ ...math, id: 'b', order: 0 }] } as unknown as DailyTemplate]
  const from = (source: string) => blocksFrom({ source, kept: [art], shown: [math], daily, options: none })
  expect(from('shown')).toEqual([withOptions(math, none)])
  expect(from('kept')).toEqual([art])
  expect(from('day-1')).toMatchObject([math])
  expect([from('none'), from('deleted-meanwhile')]).toEqual([[], []])
})

test('a template is found by its name and by the titles in it', () => {
  const entry = { kind: 'timeBlock', template: { id: '1', version: 1, name: 'Numbers', ...math } } as const
  for (const search of ['', ' numb ', 'MATH']) expect(isFound(entry, search)).toBe(true)
  expect(isFound(entry, 'fractions')).toBe(false)
})

test('a line says how many blocks, and from when to when', () => {
  expect(summaryOf({ kind: 'daily', template: { blocks: [math, art] } }, '12')).toBe('2 time blocks, 8:00 AM – 11:30 AM')
  expect(summaryOf({ kind: 'daily', template: { blocks: [] } }, '12')).toBe('0 time blocks')
  expect(summaryOf({ kind: 'timeBlock', template: math }, '24')).toBe('Math, 10:30 – 11:30')
})
