import { expect, test } from 'vitest'
import { checkedWords } from './emergency-plan.ts'

test('an emergency plan says when its teacher last checked it, in the teacher’s days', () => {
  const here = { timezone: 'America/New_York', today: '2026-11-18' }
  expect(checkedWords('2026-11-19T03:00:00Z', here)).toBe('checked today')
  expect(checkedWords('2026-11-18T03:00:00Z', here)).toBe('last checked yesterday')
  expect(checkedWords('2026-09-17T14:00:00Z', here)).toBe('last checked 62 days ago')
})
