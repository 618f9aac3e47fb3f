import { expect, test } from 'vitest'
import { HUES, hueOf } from './hue.ts'

test('Math keeps its colour whatever the case and the spaces', () => {
  expect(hueOf(' math ')).toBe(hueOf('Math'))
})

test('a title has the same hue next year: the classes are fixed', () => {
  expect(['Math', 'Reading Workshop', 'Science'].map(hueOf)).toMatchInlineSnapshot(`
    [
      "h2",
      "h0",
      "h4",
    ]
  `)
})

test('subjects of a school spread over all hues', () => {
  const subjects =
    'Math,Reading,Writing,Science,Social Studies,Art,Music,P.E.,Spelling,Homeroom,Library,Recess,Lunch,History,Geography,Biology,Physics,French,Spanish,Drama,Morning Meeting,Read aloud,Reading Workshop,Dismissal'
  const hues = new Set(subjects.split(',').map(hueOf))
  expect(hues.size).toBe(HUES)
})
