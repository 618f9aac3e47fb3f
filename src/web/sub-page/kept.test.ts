import { expect, test } from 'vitest'
import { type Kept, keeperFor, keyOf, remaining } from './kept.ts'
import { inputOf, namesIn, newDraft, outcomeOf, problemOf, reportEndInWords } from './report.ts'

const END = '2026-11-19T04:59:00.000Z'
const [DURING, AFTER, TOO_LATE] = ['2026-11-18T20:00:00Z', '2026-11-20T04:00:00Z', '2026-11-21T05:00:00Z'].map((at) => Date.parse(at)) as [
  number,
  number,
  number,
]
const draft = () => ({
  ...newDraft({ reportToken: 'r'.repeat(22), timezone: 'America/New_York', timeFormat: '12', plan: [] }),
  name: 'Carla Jennings',
})
const kept = (report: Kept['report']): Kept => ({ endsAt: END, ticks: ['a'], plan: 'p', isOpened: true, ...(report && { report }) })

const memory = (): Storage => {
  const values = new Map<string, string>()
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => {
      values.set(key, value)
      Object.assign(storage, { [key]: value })
    },
    removeItem: (key: string) => {
      values.delete(key)
      Reflect.deleteProperty(storage, key)
    },
  }
  return storage as unknown as Storage
}

test('when a link ends, the phone keeps only a report, for the two days in which it can be sent or corrected', () => {
  expect(remaining(kept(draft()), DURING)).toEqual(kept(expect.anything()))
  expect(remaining(kept(draft()), AFTER)).toEqual({ endsAt: END, report: expect.objectContaining({ name: 'Carla Jennings' }) })
  const sent = { ...draft(), state: 'sent', id: 'report' } as const
  expect(remaining(kept(sent), AFTER)).toEqual({ endsAt: END, report: sent })
  expect(remaining(kept(sent), TOO_LATE)).toBeNull()
  expect(remaining(kept(undefined), AFTER)).toBeNull()
  expect(remaining(kept(draft()), TOO_LATE)).toBeNull()
})

test('opening any link deletes what ended ones left on the phone, and no key names a token', () => {
  const storage = memory()
  keeperFor(storage, 'old-token', END, DURING).change((kept) => ({ ...kept, ticks: ['a'] }))
  const keeper = keeperFor(storage, 'new-token', '2026-12-01T00:00:00Z', AFTER)
  keeper.change((kept) => ({ ...kept, ticks: ['b'] }))
  expect(storage.getItem(keyOf('old-token'))).toBeNull()
  expect(keeper.read()?.ticks).toEqual(['b'])
  expect(Object.keys(storage).join()).not.toContain('token')
})

test('a lesson with all steps ticked is done already, until the substitute says otherwise', () => {
  const report = draft()
  expect(outcomeOf(report, '2026-11-18 math', true)).toBe('done')
  expect(outcomeOf(report, '2026-11-18 math', false)).toBeNull()
  report.lessons['2026-11-18 math'] = { outcome: 'partly', note: '' }
  expect(outcomeOf(report, '2026-11-18 math', true)).toBe('partly')
})

test('a report has the typed names and answers, and nothing that was typed and hidden again', () => {
  expect(namesIn('Amina K., Leo\nSam;  , ')).toEqual(['Amina K.', 'Leo', 'Sam'])
  expect(namesIn('Nobody')).toEqual([])
  const report = { ...draft(), absent: 'Amina K.', happened: false, incidents: 'typed, then answered Nothing', note: ' Kind class ' }
  report.lessons['2026-11-18 math'] = { outcome: 'partly', note: 'The exit slip' }
  report.lessons['2026-11-18 art'] = { outcome: 'done', note: 'typed before it was done' }
  expect(inputOf(report)).toEqual({
    name: 'Carla Jennings',
    lessons: [
      { date: '2026-11-18', blockId: 'math', outcome: 'partly', note: 'The exit slip' },
      { date: '2026-11-18', blockId: 'art', outcome: 'done' },
    ],
    absent: ['Amina K.'],
    note: 'Kind class',
  })
})

test('a report without a name asks for it, and one with a sentence for names asks for commas', () => {
  expect(problemOf(draft())).toBeNull()
  expect(problemOf({ ...draft(), name: ' ' })?.field).toBe('name')
  expect(problemOf({ ...draft(), absent: 'x'.repeat(101) })?.field).toBe('absent')
  expect(problemOf({ ...draft(), absent: 'x,'.repeat(201) })?.message).toBe('Name up to 200 students.')
})

test('a substitute reads on which day the report closes', () => {
  expect(reportEndInWords(END, 'America/New_York', DURING)).toBe('Friday')
  expect(reportEndInWords('2026-12-02T04:59:00Z', 'America/New_York', DURING)).toBe('Thursday, December 3')
})
