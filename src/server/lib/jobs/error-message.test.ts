import { expect, test } from 'vitest'
import { errorMessage } from './error-message.ts'

test.each([
  [new Error('550 mailbox of <ann@school.example> is full'), 'Error: 550 mailbox of … is full'],
  [new Error('no mailbox ann@school.example here'), 'Error: no mailbox … here'],
  [new Error('invalid input syntax for type json: "Ann forgot\nher inhaler"'), 'Error: invalid input syntax for type json: …'],
  [new Error("Key (email)=(ann@school.example) already exists, said 'Ann Miller'"), 'Error: Key (email)… already exists, said …'],
  [new Error('POST https://pay.example/v1/customers/ann?token=abc answered 500'), 'Error: POST https://pay.example… answered 500'],
  [new Error('a token 0123456789abcdefghij was refused'), 'Error: a token … was refused'],
  [new Error("the server can't be reached"), "Error: the server can't be reached"],
  [Object.assign(new TypeError('connect refused'), { code: 'ECONNREFUSED' }), 'TypeError (ECONNREFUSED): connect refused'],
  ['Ann', 'An unknown error occurred.'],
])('%s is reduced to this', (thrown, words) => {
  expect(errorMessage(thrown)).toBe(words)
})

test("a failed query is described by the database's message and constraint, without values", () => {
  const said = Object.assign(new Error('duplicate key value violates unique constraint "users_email_unique"'), {
    name: 'error',
    code: '23505',
    constraint: 'users_email_unique',
  })
  const failed = new Error('Failed query: insert into users\nparams: ann@school.example', { cause: said })
  expect(errorMessage(failed)).toBe('error (23505, users_email_unique): duplicate key value violates unique constraint …')
})

test('a very long message is truncated', () => {
  expect(errorMessage(new Error('so long '.repeat(10_000)))).toHaveLength(300)
})
