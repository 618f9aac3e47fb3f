import { expect, test } from 'vitest'
import type { Ai } from '#server/lib/integrations/ai.ts'
import { mayLetWrite, requireAi } from './policy.ts'

const now = new Date('2026-11-29T08:00:00Z')
const later = new Date(now.getTime() + 1)
const NONE = { aiFeatureFlag: false, aiEndsAt: null }

test.each([
  ['without an add-on', false, NONE, false, false],
  ['with an add-on that goes on', false, { aiFeatureFlag: true, aiEndsAt: null }, false, true],
  ['with an add-on that ends later', false, { aiFeatureFlag: true, aiEndsAt: later }, false, true],
  ['with an add-on that ends now', false, { aiFeatureFlag: true, aiEndsAt: now }, false, false],
  ['with an add-on that was taken back before its end', false, { aiFeatureFlag: false, aiEndsAt: later }, false, false],
  ['where AI is free', false, NONE, true, true],
  ['as a guest where AI is free', true, NONE, true, false],
  ['as a guest with an add-on', true, { aiFeatureFlag: true, aiEndsAt: null }, false, false],
])('a teacher %s', (_who, isGuest, addOn, isAiForEverybody, may) => {
  expect(mayLetWrite({ isGuest }, addOn, { isAiForEverybody, now })).toBe(may)
})

test('people without AI are told whether the server or their subscription lacks it', () => {
  const ai = { host: 'ai.example' } as Ai
  expect(requireAi(ai, true)).toBe(ai)
  expect(() => requireAi(ai, false)).toThrow(
    expect.objectContaining({
      code: 'not_allowed',
      message: 'Your subscription does not include AI. Upgrade today in your account settings.',
    }),
  )
  for (const mayWrite of [true, false])
    expect(() => requireAi(undefined, mayWrite)).toThrow(
      expect.objectContaining({ code: 'not_configured', message: 'AI isn’t available here.' }),
    )
})
