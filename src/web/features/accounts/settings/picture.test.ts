import { expect, test } from 'vitest'
import { middleSquare, problemOfFile } from './picture.ts'

const MB = 1024 * 1024

test.each([
  ['image/jpeg', 5 * MB, undefined],
  ['image/png', 5.1 * MB, 'Please choose an image smaller than 5MB.'],
  ['image/svg+xml', 100, 'Please choose an image file (JPG, PNG, etc.).'],
  ['application/pdf', 100, 'Please choose an image file (JPG, PNG, etc.).'],
  ['', 100, 'Please choose an image file (JPG, PNG, etc.).'],
])('a %s of %i bytes gets the message: %s', (type, size, words) => {
  expect(problemOfFile({ type, size })).toBe(words)
})

test('wide and tall pictures are cropped to the center', () => {
  expect(middleSquare(400, 300)).toEqual({ x: 50, y: 0, side: 300 })
  expect(middleSquare(300, 401)).toEqual({ x: 0, y: 50, side: 300 })
})
