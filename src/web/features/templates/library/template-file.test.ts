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
  checkedAt: null,
}

test('a written file can be read back and doesn’t identify its owner', () => {
  const text = writeTemplateFile({ timeBlocks: [], daily: [daily], weekly: [] })
  expect(text).not.toMatch(/secret|version/)
  const { id: _, order: __, ...kept } = block
  expect(readTemplateFile(text)).toEqual({ timeBlocks: [], daily: [{ name: 'Normal day', blocks: [kept] }], weekly: [] })
})

test.each([
  ['no JSON', 'BEGIN:VCALENDAR', 'This isn’t a Firstbell template file.'],
  ['JSON of something else', '{"daily": []}', 'This isn’t a Firstbell template file.'],
  ['a list', '[]', 'This isn’t a Firstbell template file.'],
  ['no templates', '{"format":"firstbell-templates"}', 'This file doesn’t have any templates.'],
  [
    'a template without a name',
    '{"format":"firstbell-templates","daily":[{"name":" "}]}',
    'We can’t read this file (daily › 0 › name: Please enter a template name). Export it again and retry.',
  ],
])('a file with %s is refused with a readable message', (_what, text, message) => {
  expect(() => readTemplateFile(text)).toThrow(new BadFile(message))
})
