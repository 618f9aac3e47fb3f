import { expect, test } from 'vitest'
import { HUES, hueOf } from './hue.ts'

test('Math keeps its colour whatever the case and the spaces', () => {
  expect(hueOf(' math ')).toBe(hueOf('Math'))
})

test('a title has the same hue next year: the classes are fixed', () => {
  expect(['Math', 'Reading Workshop', 'Science'].map(hueOf)).toEqual(['h7', 'h1', 'h0'])
})

test('the eight commonest subjects have eight hues', () => {
  expect(new Set('Math,Reading,Writing,Science,Social Studies,Art,Music,P.E.'.split(',').map(hueOf)).size).toBe(HUES)
})
