import { expect, test } from 'vitest'
import { call } from '#test/app.ts'

const idFor = async (sent?: string, path = '/api/health') => {
  const { headers } = await call('GET', path, sent === undefined ? {} : { headers: { 'x-request-id': sent } })
  return headers['x-request-id']
}

test('each response has an id of its own, also a refusal', async () => {
  const ids = [await idFor(), await idFor(), await idFor(undefined, '/api/user'), await idFor(undefined, '/api/nothing')]
  for (const id of ids) expect(id).toMatch(/^[\da-f-]{36}$/)
  expect(new Set(ids).size).toBe(ids.length)
})

test('a proxy’s id is used, unless it isn’t safe to log', async () => {
  expect(await idFor('proxy-1:42.a_b')).toBe('proxy-1:42.a_b')
  for (const unsafe of ['', 'short', 'with spaces in it', '{"level":"fatal"}', 'x'.repeat(129)])
    expect(await idFor(unsafe)).toMatch(/^[\da-f-]{36}$/)
})
