import { describe, expect, test } from 'vitest'
import { observatoryScore } from './observatory.ts'

const GOOD = {
  'content-security-policy': "default-src 'none'; script-src 'self' 'nonce-a'; style-src 'self' 'sha256-a'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
}
const scoreOf = (changes: Record<string, string | undefined>, html = ''): number => {
  const headers = new Headers()
  for (const [name, value] of Object.entries({ ...GOOD, ...changes })) if (value !== undefined) headers.set(name, value)
  return observatoryScore({ headers, html }).score
}

test('a page with safe headers gets all points and credits', () => expect(scoreOf({})).toBe(140))

describe('the score of a page changes with its', () => {
  test.each<[string, string | undefined, number]>([
    ['content-security-policy', undefined, 55],
    ['content-security-policy', "script-src 'self' 'unsafe-inline'; object-src 'none'; frame-ancestors 'none'", 80],
    ['content-security-policy', "script-src 'self'", 60],
    ['content-security-policy', "default-src 'none'; default-src 'self'; frame-ancestors 'none'", 75],
    ['content-security-policy', "default-src 'self'; script-src 'self' 'unsafe-eval'; frame-ancestors 'none'", 120],
    ['content-security-policy', "default-src 'none'; img-src http://pictures.example; frame-ancestors 'none'", 120],
    ['content-security-policy', "default-src 'none'; connect-src http://calls.example; frame-ancestors 'none'", 80],
    ['content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'", 130],
    ['content-security-policy', "default-src 'none'; script-src 'nonce-a' 'unsafe-inline'; frame-ancestors 'none'", 140],
    ['content-security-policy', "default-src 'self'; frame-ancestors 'none'", 135],
    ['strict-transport-security', undefined, 80],
    ['strict-transport-security', 'max-age=3600', 130],
    ['referrer-policy', undefined, 135],
    ['referrer-policy', 'unsafe-url', 130],
    ['x-content-type-options', undefined, 135],
    ['cross-origin-opener-policy', undefined, 130],
    ['cross-origin-opener-policy', 'anything', 125],
    ['cross-origin-resource-policy', 'cross-origin', 130],
    ['cross-origin-embedder-policy', 'require-corp', 150],
  ])('%s: %s gives %i', (name, value, score) => expect(scoreOf({ [name]: value })).toBe(score))

  test('frames, unless the older header forbids them', () => {
    const policy = { 'content-security-policy': "default-src 'none'" }
    expect(scoreOf(policy)).toBe(80)
    expect(scoreOf({ ...policy, 'x-frame-options': 'DENY' })).toBe(140)
  })

  test.each([
    ['<script src="/a.js"></script>', 140],
    ['<script src="/a.js" integrity="sha256-a"></script>', 145],
    ['<script src="https://scripts.example/a.js"></script>', 135],
    ['<script src="//scripts.example/a.js" integrity="sha256-a"></script>', 80],
    ['<script src="http://scripts.example/a.js"></script>', 50],
  ])('scripts: %s gives %i', (html, score) => expect(scoreOf({}, html)).toBe(score))
})
