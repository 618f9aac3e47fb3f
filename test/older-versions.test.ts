import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { callsOf } from '../scripts/calls.mjs'
import { brokenCalls, type Call, type Schema } from './older-calls.ts'

const RECORDED = path.join(import.meta.dirname, 'recorded-calls')
const now: Call[] = await callsOf()

/** Each version's problems that its tabs can live with, and why. */
const ACCEPTED: Record<string, readonly { problem: RegExp; because: string }[]> = {
  '2026-11-22-281c1518.json.gz': [
    { problem: /\.userId can be null$/, because: 'only for a day of a school, which this version can’t open' },
    { problem: /\.email can be null$/, because: 'only for a guest, whom this version can’t become' },
    { problem: /^POST \/api\/auth\/register reply\.token can be missing$/, because: 'only if sign-up is restricted, which is newer' },
    { problem: /^POST \/api\/user\/delete body\.password isn’t taken$/, because: 'this version is asked to reload and re-authenticate' },
    { problem: /\.version has a lower maximum$/, because: 'versions are counted up from 1' },
  ],
}

describe('a tab that was opened before an update', () => {
  test.each(readdirSync(RECORDED))('keeps working with the new server: %s', (name) => {
    const then: Call[] = JSON.parse(gunzipSync(readFileSync(path.join(RECORDED, name))).toString())
    expect(then.length).toBeGreaterThan(0)
    const accepted = ACCEPTED[name] ?? []
    const problems = brokenCalls(then, now)
    expect(problems.filter((problem) => !accepted.some((one) => one.problem.test(problem)))).toEqual([])
    expect(accepted.filter((one) => !problems.some((problem) => one.problem.test(problem)))).toEqual([])
  })
})

const text: Schema = { type: 'string' }
const objectOf = (properties: Record<string, Schema>, required = Object.keys(properties)): Schema => ({
  type: 'object',
  properties,
  required,
})
const saves = (body: Schema, reply: Schema = objectOf({ id: text })): Call[] => [{ call: 'POST /api/days', body, reply }]
const day = objectOf({ date: text, note: { ...text, maxLength: 9 } }, ['date'])

describe('the comparison of two versions', () => {
  test.each<[string, Call[], Call[], string[]]>([
    ['a call that is gone', saves(day), [], ['POST /api/days is gone']],
    ['a new required field', saves(day), saves({ ...day, required: ['date', 'note'] }), ['POST /api/days body.note is required']],
    ['a new optional field', saves(day), saves(objectOf({ ...day.properties, sitting: text }, ['date'])), []],
    ['a field that isn’t taken anymore', saves(day), saves(objectOf({ date: text })), ['POST /api/days body.note isn’t taken']],
    [
      'a stricter limit',
      saves(day),
      saves(objectOf({ date: text, note: { ...text, maxLength: 8 } }, ['date'])),
      ['POST /api/days body.note has a lower maxLength'],
    ],
    ['a looser limit', saves(day), saves(objectOf({ date: text, note: text }, ['date'])), []],
    [
      'a value that isn’t taken anymore',
      saves(objectOf({ kind: { enum: ['a', 'b'] } })),
      saves(objectOf({ kind: { enum: ['a', 'c'] } })),
      ['POST /api/days body.kind takes fewer values'],
    ],
    ['null that isn’t taken anymore', saves({ anyOf: [day, { type: 'null' }] }), saves(day), ['POST /api/days body doesn’t take null']],
    ['null that is taken now', saves(day), saves({ anyOf: [{ type: 'null' }, day] }), []],
    [
      'a new pattern',
      saves(objectOf({ a: text })),
      saves(objectOf({ a: { ...text, pattern: 'x' } })),
      ['POST /api/days body.a has another pattern'],
    ],
    [
      'an item with another type',
      saves({ type: 'array', items: text }),
      saves({ type: 'array', items: { type: 'number' } }),
      ['POST /api/days body[] doesn’t take string'],
    ],
    ['a body where there was none', [{ call: 'POST /api/days' }], saves(objectOf({ a: text })), ['POST /api/days body.a is required']],
    ['a field that isn’t returned anymore', saves(day), saves(day, objectOf({})), ['POST /api/days reply.id is missing']],
    ['a field that isn’t always returned', saves(day), saves(day, objectOf({ id: text }, [])), ['POST /api/days reply.id can be missing']],
    [
      'a field that can be null',
      saves(day),
      saves(day, objectOf({ id: { anyOf: [text, { type: 'null' }] } })),
      ['POST /api/days reply.id can be null'],
    ],
    ['a new field in the reply', saves(day), saves(day, objectOf({ id: text, more: text })), []],
    [
      'a new value in the reply',
      saves(day, objectOf({ kind: { enum: ['a'], ...text } })),
      saves(day, objectOf({ kind: { enum: ['a', 'b'], ...text } })),
      [],
    ],
  ])('names %s', (_, then, next, problems) => {
    expect(brokenCalls(then, next)).toEqual(problems)
  })
})
