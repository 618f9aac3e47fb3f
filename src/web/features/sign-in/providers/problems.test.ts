import { expect, test } from 'vitest'
import { wordsOfProblem } from './problems.ts'

test.each([
  ['no message without a problem', null, undefined],
  ['Google is down', 'away', 'We can’t reach Google'],
  ['Google hasn’t verified the address', 'unverified', 'Google hasn’t verified your email'],
  ['the person clicked Cancel', 'cancelled', 'Canceled'],
  ['an invented problem counts as a refusal', 'made-up', 'Google couldn’t confirm it’s you'],
  ['a built-in property name is invented too', 'constructor', 'Google couldn’t confirm it’s you'],
])('%s', (_, problem, title) => {
  expect(wordsOfProblem(problem, 'Google')?.title).toBe(title)
})
