import { expect, test } from 'vitest'
import { makeKeyRing, newKey } from '#server/lib/keys/key-ring.ts'
import { unsubscribeLinks, unsubscriberOf, unsubscribeToken } from './policy.ts'

const keys = makeKeyRing(newKey())

test.each([{ userId: 'ann' }, { address: 'ben@school.example' }])('%j unsubscribes with the token of their mails', (who) => {
  const token = unsubscribeToken(keys, who)
  expect(token).not.toContain(Object.values(who)[0])
  expect(unsubscriberOf(keys, token)).toEqual(who)
})

test('a mail’s two links hold the same token', () => {
  const { post, page } = unsubscribeLinks(keys, { userId: 'ann' }, 'https://planner.example')
  expect(post).toMatch(/^https:\/\/planner\.example\/api\/mail\/unsubscribe\?token=./)
  expect(page).toBe(`https://planner.example/mail#unsubscribe=${post.split('token=')[1]}`)
  expect(unsubscriberOf(keys, post.split('token=')[1] ?? '')).toEqual({ userId: 'ann' })
})

test('nobody unsubscribes others with a forged token, or with one that another link had', () => {
  const text = JSON.stringify({ userId: 'ann' })
  expect(unsubscriberOf(keys, text)).toBeUndefined()
  expect(unsubscriberOf(keys, keys.seal('mail', 'confirm', text))).toBeUndefined()
  expect(unsubscriberOf(keys, makeKeyRing(newKey()).seal('mail', 'unsubscribe', text))).toBeUndefined()
  // A link in a mail from an earlier version works.
  expect(unsubscriberOf(keys, keys.seal('mail', 'unsubscribe', text))).toEqual({ userId: 'ann' })
})
