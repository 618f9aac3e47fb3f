import { expect, test } from 'vitest'
import type { DailyTemplate } from '#shared/templates/contract.ts'
import { withOptions } from '#shared/templates/rules.ts'
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

test('a weekday from the week on screen omits unselected parts; one from a template is unchanged', () => {
  const daily = [{ id: 'day-1', name: 'Normal', blocks: [{ ...math, id: 'b', order: 0 }] } as unknown as DailyTemplate]
  const from = (source: string) => blocksFrom({ source, kept: [art], shown: [math], daily, options: none })
  expect(from('shown')).toEqual([withOptions(math, none)])
  expect(from('kept')).toEqual([art])
  expect(from('day-1')).toMatchObject([math])
  expect([from('none'), from('deleted-meanwhile')]).toEqual([[], []])
})
