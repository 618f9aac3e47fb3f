import { expect, test } from 'vitest'
import { changedTo, historyOf, redone, undone } from './history.ts'

test('undo returns to earlier values and redo to later ones, until something else changes', () => {
  const typed = changedTo(changedTo(historyOf('a'), 'b'), 'c')
  expect(undone(typed).now).toBe('b')
  expect(undone(undone(undone(typed))).now).toBe('a')
  expect(redone(undone(undone(typed))).now).toBe('b')
  expect(redone(changedTo(undone(typed), 'd')).now).toBe('d')
  expect(changedTo(typed, 'c')).toBe(typed)
})
