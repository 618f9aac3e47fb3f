import { expect, test } from 'vitest'
import { isNew, tokenDecision } from './token-decision.ts'

const maya = { id: '1', email: 'maya@school.example' }
const theo = { id: '2', email: 'theo@school.example' }

test.each([
  ['a bad token changes nothing while nobody is signed in', null, null, null, 'ignore'],
  ['a bad token changes nothing for whoever is signed in', null, maya, '1', 'ignore'],
  ['nobody is signed in, so the person of the token is', maya, null, null, 'take'],
  ['the same person comes back with a fresh token', maya, maya, '1', 'take'],
  ['somebody else is signed in and is asked', theo, maya, '1', 'ask'],
  ['the session of somebody else has ended, and they are asked', theo, null, '1', 'ask'],
  ['one’s own session has ended', maya, null, '1', 'take'],
] as const)('%s', (_, arriving, current, lastId, decision) => {
  expect(tokenDecision(arriving, current, lastId)).toBe(decision)
})

test.each([
  ['an account that was just made is new', true, false, true],
  ['one in which something is planned is not', true, true, false],
  ['nor is one whose person was shown around', false, false, false],
] as const)('%s', (_, showTutorial, hasPlanned, expected) => {
  expect(isNew({ showTutorial, hasPlanned })).toBe(expected)
})
