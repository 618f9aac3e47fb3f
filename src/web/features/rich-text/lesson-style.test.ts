import { expect, test } from 'vitest'
import { allowedStyle } from './lesson-style.ts'

test.each([
  ['color: #a00; text-align: center', 'color:#a00;text-align:center'],
  ['COLOR: Red', 'color:Red'],
  ['position: fixed; inset: 0; color: red', 'color:red'],
  ['background-color: url(https://a.example/x)', ''],
  ['width: calc(100% + 1px)', ''],
  ['color: red !important', ''],
  ['constructor: x; toString: y', ''],
  ['color', ''],
  ['', ''],
])('the style %j is reduced to %j', (style, kept) => {
  expect(allowedStyle(style)).toBe(kept)
})
