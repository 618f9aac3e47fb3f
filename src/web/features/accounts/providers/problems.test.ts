import { expect, test } from 'vitest'
import { wordsOfProblem } from './problems.ts'

test.each([
  ['nothing to say where there is no problem', null, undefined],
  ['Google is away', 'away', 'We can’t reach Google'],
  ['Google does not vouch for the address', 'unverified', 'Google hasn’t verified your email'],
  ['the person pressed Cancel', 'cancelled', 'Canceled'],
  ['what an address made up is as a refusal', 'made-up', 'Google couldn’t confirm it’s you'],
  ['a name that every object has is made up too', 'constructor', 'Google couldn’t confirm it’s you'],
])('%s', (_, problem, title) => {
  expect(wordsOfProblem(problem, 'Google')?.title).toBe(title)
})
