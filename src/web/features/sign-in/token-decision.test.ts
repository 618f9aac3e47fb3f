import { expect, test } from 'vitest'
import { isNew, tokenDecision } from './token-decision.ts'

const maya = { id: '1', email: 'maya@school.example' }
const theo = { id: '2', email: 'theo@school.example' }

test.each([
  ['a bad token changes nothing while nobody is signed in', null, null, null, 'ignore'],
  ['a bad token changes nothing for a signed-in person', null, maya, '1', 'ignore'],
  ['nobody is signed in, so the token is accepted', maya, null, null, 'take'],
  ['the same person returns with a fresh token', maya, maya, '1', 'take'],
  ['someone else is signed in and is asked', theo, maya, '1', 'ask'],
  ['someone else’s session has ended, and the person is asked', theo, null, '1', 'ask'],
  ['the same person’s session has ended', maya, null, '1', 'take'],
] as const)('%s', (_, arriving, current, lastId, decision) => {
  expect(tokenDecision(arriving, current, lastId)).toBe(decision)
})

test.each([
  ['an account that was just created is new', true, false, true],
  ['an account with plans is not new', true, true, false],
  ['an account that has finished the tour is not new', false, false, false],
] as const)('%s', (_, showTutorial, hasPlanned, expected) => {
  expect(isNew({ showTutorial, hasPlanned })).toBe(expected)
})
