import { expect, test } from 'vitest'
import { tokenDecision } from './token-decision.ts'

const maya = { id: '1', email: 'maya@school.example' }
const theo = { id: '2', email: 'theo@school.example' }

test.each([
  ['a bad token changes nothing while nobody is signed in', null, null, 'ignore'],
  ['a bad token changes nothing for whoever is signed in', null, maya, 'ignore'],
  ['nobody is signed in, so the person of the token is', maya, null, 'take'],
  ['the same person comes back with a fresh token', maya, maya, 'take'],
  ['somebody else is signed in and is asked', theo, maya, 'ask'],
] as const)('%s', (_, arriving, current, decision) => {
  expect(tokenDecision(arriving, current)).toBe(decision)
})
