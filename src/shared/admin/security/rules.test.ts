import { describe, expect, test } from 'vitest'
import { actLabel, actsOf, riskOf, securityStatus } from './rules.ts'

const ANN = 'ann'
const BEN = 'ben'

describe('the risk of an event', () => {
  test.each([
    ['a person signs in', 'session.begun', ANN, ANN, 'low'],
    ['a person mistypes an address', 'session.failed', null, null, 'low'],
    ['a person guesses a password', 'session.failed', null, ANN, 'medium'],
    ['guesses are locked out', 'session.locked', null, ANN, 'high'],
    ['a teacher exports their own data', 'account.exported', ANN, ANN, 'medium'],
    ["another person deletes a teacher's account", 'account.deleted', BEN, ANN, 'high'],
    ['a person is made an administrator', 'role.admin', BEN, ANN, 'high'],
    ['a plan starts', 'plan.begun', null, ANN, 'low'],
    ['an unknown action', 'newer.act', BEN, ANN, 'medium'],
  ] as const)('%s: %s', (_, act, actorId, subjectId, risk) => {
    expect(riskOf({ act, actorId, subjectId })).toBe(risk)
  })
})

describe('how sign-ins look', () => {
  const figures = (wrong: number, locked = 0) => ({ signIns: 900, wrong, locked })
  test.each([
    ['a usual day', figures(40), figures(300), 'secure'],
    ['a bad day of a quiet week', figures(60), figures(100), 'watch'],
    ['a day like the others, of many teachers', figures(80), figures(600), 'secure'],
    ['hundreds are locked out', figures(80, 200), figures(600, 200), 'attack'],
  ] as const)('%s', (_, day, week, status) => {
    expect(securityStatus({ day, week })).toBe(status)
  })
})

test('an action has a label, and an unknown one is returned unchanged', () => {
  expect(actLabel('session.begun')).toBe('Signed in')
  expect(actLabel('newer.act')).toBe('newer.act')
})

test('a category returns its actions', () => expect(actsOf('sign-ins')).toEqual(['session.begun', 'session.failed', 'session.locked']))
