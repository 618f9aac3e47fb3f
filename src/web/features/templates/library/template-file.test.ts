import { expect, test } from 'vitest'
import type { DailyTemplate } from '#shared/templates/contract.ts'
import { BadFile, readTemplateFile, writeTemplateFile } from './template-file.ts'

const block = {
  id: 'block-1',
  title: 'Math',
  description: '<p>Fractions</p>',
  startTime: '08:00',
  endTime: '08:45',
  hasAlert: true,
  alertMessage: 'Blue tray',
  order: 0,
}
const daily: DailyTemplate = {
  id: 'secret-id',
  userId: 'secret-owner',
  version: 7,
  name: 'Normal day',
  blocks: [block],
  timeBlocks: [block],
}

test('what is written can be read, and says nothing of whose it was', () => {
  const text = writeTemplateFile({ timeBlocks: [], daily: [daily], weekly: [] })
  expect(text).not.toMatch(/secret|version/)
  const { id: _, order: __, ...kept } = block
  expect(readTemplateFile(text)).toEqual({ timeBlocks: [], daily: [{ name: 'Normal day', blocks: [kept] }], weekly: [] })
})

test.each([
  ['no JSON', 'BEGIN:VCALENDAR', 'This is not a file of templates from Firstbell.'],
  ['JSON of something else', '{"daily": []}', 'This is not a file of templates from Firstbell.'],
  ['a list', '[]', 'This is not a file of templates from Firstbell.'],
  ['no templates', '{"format":"firstbell-templates"}', 'There are no templates in this file.'],
  [
    'a template without a name',
    '{"format":"firstbell-templates","daily":[{"name":" "}]}',
    'Something in this file is not right (daily › 0 › name: Please enter a template name).',
  ],
])('a file with %s is refused in words', (_what, text, message) => {
  expect(() => readTemplateFile(text)).toThrow(new BadFile(message))
})
