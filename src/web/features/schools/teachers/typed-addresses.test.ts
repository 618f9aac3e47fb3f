import { expect, test } from 'vitest'
import { checkedAddress, leftOutWords, splitAddresses } from './typed-addresses.ts'

const JOINED = new Set(['g.kim@lincoln.org'])
const INVITED = new Set(['tom@lincoln.org'])
const check = (email: string) => checkedAddress(email, JOINED, INVITED)

test.each([
  ['p.sanders@lincoln.org', ['p.sanders@lincoln.org']],
  ['Grace Kim <G.Kim@lincoln.org>, "Ruiz, Lena" <lena@lincoln.org>;', ['g.kim@lincoln.org', 'lena@lincoln.org']],
  ['Name\tEmail\nKai Boyd\tk.boyd@lincoln.org\r\nPat Wood\tpat@lincoln.org', ['k.boyd@lincoln.org', 'pat@lincoln.org']],
  ['a@lincoln.org A@LINCOLN.ORG', ['a@lincoln.org']],
  ['swood', ['swood']],
  [' ,; ', []],
])('%j has the addresses %j', (text, addresses) => {
  expect(splitAddresses(text)).toEqual(addresses)
})

test('an address is new, here already, invited already, or has a problem in words', () => {
  expect(check('lena@lincoln.org')).toEqual({ email: 'lena@lincoln.org', status: 'new' })
  expect(check('g.kim@lincoln.org').status).toBe('joined')
  expect(check('tom@lincoln.org').status).toBe('invited')
  expect(check('s.wood@lincoln')).toMatchObject({ status: 'bad', problem: 's.wood@lincoln has no ending like .org.' })
  expect(check('swood')).toMatchObject({ problem: 'swood has no @.' })
  for (const email of ['a@b@lincoln.org', '@lincoln.org', 'a..b@lincoln.org']) expect(check(email).status).toBe('bad')
})

test('who is left out is said in a sentence', () => {
  expect(leftOutWords(['g.kim@lincoln.org', 'lena@lincoln.org', 'tom@lincoln.org'].map(check))).toEqual([
    'g.kim is already here and is left out.',
    'tom is already invited and is left out.',
  ])
  const many = ['a', 'b', 'c', 'd'].map((name) => ({ email: `${name}@lincoln.org`, status: 'joined' }) as const)
  expect(leftOutWords(many.slice(0, 3))).toEqual(['a, b and c are already here and are left out.'])
  expect(leftOutWords(many)).toEqual(['4 addresses are already here and are left out.'])
})
