import { expect, test } from 'vitest'
import type { Move } from '#shared/moves/plan/rules.ts'
import { moveCounts, moveLine, moveOutcome, moveRows, type Seen } from './move-words.ts'

const at = (date: string, startTime = '10:30') => ({ date, startTime })
const move = (from: string, to: string | null, words: string, isCopy = false): Move => ({
  plan: {
    id: words,
    title: 'Math',
    startTime: '10:30',
    endTime: '11:30',
    order: 0,
    classId: 'math',
    hasText: true,
    words,
    home: from,
    isCopy,
  },
  from: at(from),
  to: to === null ? null : at(to),
  isCopy,
})
const seen = (kind: Seen['kind'], moves: Move[], stays: Seen['stays'] = []): Seen => ({
  kind,
  date: '2026-11-18',
  plan: { moves },
  stays,
  timeFormat: '12',
})
const quiz = move('2026-11-18', '2026-11-19', 'Quiz 4A')
const adding = move('2026-11-19', '2026-11-23', 'Adding fractions')
const trail = move('2026-11-23', '2026-11-24', 'Trail mix')
const games = move('2027-06-16', null, 'Math games')
const test4 = { date: '2026-12-04', plan: move('2026-12-04', null, 'Unit 4 test').plan }

test('the line of a bump names the date, how many lessons move, and up to when', () => {
  expect(moveLine(seen('bump', [quiz, adding, trail]))).toBe('To Thu 19. 3 lessons move, up to Tue 24.')
  expect(moveLine(seen('bump', [quiz]))).toBe('To Thu 19. Nothing else moves.')
  expect(moveLine(seen('bump', [quiz, adding, games]))).toBe('To Thu 19. 2 move, 1 to Unplaced.')
  expect(moveLine(seen('bump', [move('2026-11-18', null, 'Quiz 4A')]))).toBe('No lesson is left for it. It goes to Unplaced.')
  expect(moveLine(seen('bumpAll', [quiz, adding]))).toBe('To Thu 19. All later plans move too.')
})

test('a move to another lesson of the same day names its time', () => {
  const later = { ...quiz, to: at('2026-11-18', '14:00') }
  expect(moveLine(seen('bump', [later]))).toBe('To 2:00 PM. Nothing else moves.')
  expect(moveRows(seen('bump', [later])).first).toMatchObject([{ from: 'Wed 18', to: '2:00 PM' }])
})

test('the lines of the other moves say what happens to the rest', () => {
  const copy = move('2026-11-18', '2026-11-19', 'Quiz 4A', true)
  expect(moveLine(seen('extend', [copy, adding]))).toBe('Also on Thu 19. The rest makes room.')
  expect(moveLine(seen('extend', [copy]))).toBe('Also on Thu 19. Nothing else moves.')
  expect(moveLine(seen('extend', [{ ...copy, to: null }]))).toBe('No later lesson is left.')
  const back = move('2026-11-19', '2026-11-18', 'Adding fractions')
  expect(moveLine(seen('pullBack', [move('2026-11-18', null, 'Quiz 4A'), back]))).toBe('Thu 19 comes here. This goes to Unplaced.')
  expect(moveLine(seen('pullBack', [back]))).toBe('Thu 19 comes here. The rest moves up.')
})

test('the list names the first plans that move, and all that stay or lose their lesson', () => {
  const all = seen('bumpAll', [quiz, adding, trail, games], [test4])
  expect(moveCounts(all)).toBe('3 move on, 1 stays, 1 has no place left')
  const { first, more, last } = moveRows(all)
  expect([...first, ...last].map(({ from, is, to, words }) => [from, is, to, words].join(' '))).toEqual([
    'Wed 18 moves Thu 19 Quiz 4A',
    'Thu 19 moves Mon 23 Adding fractions',
    'Dec 4 stays stays Unit 4 test',
    'Jun 16 unplaced Unplaced Math games',
  ])
  expect(more).toBe(1)
  expect(moveCounts(seen('pullBack', [move('2026-11-18', null, 'Quiz 4A'), adding]))).toBe('1 moves up, 1 goes to Unplaced')
})

test('the outcome says where the plan is now and what else moved', () => {
  const outcome = (kind: Seen['kind'], moves: Move[], unplaced: number) => {
    const { title, description } = moveOutcome(seen(kind, moves), { title: 'Math', unplaced })
    return `${title}. ${description}`
  }
  expect(outcome('bump', [quiz, adding, games], 1)).toBe('Math bumped to Thursday, November 19. 2 lessons moved, 1 is in Unplaced lessons.')
  expect(outcome('bump', [quiz], 0)).toBe('Math bumped to Thursday, November 19. Nothing else moved.')
  expect(outcome('bump', [games], 1)).toBe('Math bumped. 1 is in Unplaced lessons.')
  expect(outcome('extend', [move('2026-11-18', '2026-11-19', 'Quiz 4A', true)], 0)).toBe(
    'Math extended to Thursday, November 19. Nothing else moved.',
  )
  expect(outcome('pullBack', [quiz], 0)).toBe('Math pulled back to Wednesday, November 18. 1 lesson moved up.')
})
