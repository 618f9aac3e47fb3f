import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { renumbered } from '#shared/calendar/rules.ts'
import { mergeBlocks, sameBlock } from './merge-blocks.ts'

const block = (id: string, title = 'Math', startTime = '08:00'): TimeBlock => ({
  id,
  title,
  description: '',
  startTime,
  endTime: '09:00',
  hasAlert: false,
  alertMessage: '',
  order: 0,
})
const math = block('math')
const art = block('art', 'Art')
const music = block('music', 'Music')
const mathByMe = block('math', 'Math with me')
const mathByThem = block('math', 'Math with them')

test.each([
  ['nothing changed', [math], [math], [math], [math]],
  ['I changed it', [math], [mathByMe], [math], [mathByMe]],
  ['they changed it', [math], [math], [mathByThem], [mathByThem]],
  ['both changed it to the same', [math], [mathByMe], [{ ...mathByMe }], [mathByMe]],
  ['I added one', [math], [math, art], [math], [math, art]],
  ['both added one', [math], [math, art], [math, music], [math, music, art]],
  ['both added to an empty day', [], [art], [music], [music, art]],
  ['I deleted it', [math, art], [art], [math, art], [art]],
  ['they deleted it', [math, art], [math, art], [art], [art]],
  ['both deleted it', [math], [], [], []],
  ['I deleted one and they another', [math, art], [art], [math], []],
  ['I changed one and they deleted another', [math, art], [mathByMe, art], [math], [mathByMe]],
  ['only its position changed there', [math], [mathByMe], [{ ...math, order: 7 }], [mathByMe]],
])('merges without asking when %s', (_, base, mine, theirs, merged) => {
  const { blocks, conflicts } = mergeBlocks(base, mine, theirs)
  expect(conflicts).toEqual([])
  expect(blocks.map(({ id, title }) => [id, title])).toEqual(merged.map(({ id, title }) => [id, title]))
})

test.each([
  ['both changed it differently', [math], [mathByMe], [mathByThem], { id: 'math', mine: mathByMe, theirs: mathByThem }, [mathByThem]],
  ['I changed what they deleted', [math], [mathByMe], [], { id: 'math', mine: mathByMe, theirs: null }, [mathByMe]],
  ['they changed what I deleted', [math], [], [mathByThem], { id: 'math', mine: null, theirs: mathByThem }, [mathByThem]],
])('reports a conflict when %s, and loses neither version', (_, base, mine, theirs, conflict, meanwhile) => {
  expect(mergeBlocks(base, mine, theirs)).toEqual({ blocks: meanwhile, conflicts: [conflict] })
})

test.each([
  ['text and title', { description: '<p>Quiz</p>' }, { title: 'Algebra' }, true],
  ['text and times', { description: '<p>Quiz</p>' }, { startTime: '08:15' }, true],
  ['both texts', { description: '<p>Quiz</p>' }, { description: '<p>Test</p>' }, false],
  ['start and end', { startTime: '08:15' }, { endTime: '08:10' }, false],
  ['alert and its message', { hasAlert: true }, { alertMessage: 'Scales' }, false],
])('different fields of one block merge, and the same field conflicts: %s', (_, mine, theirs, isMerged) => {
  const { blocks, conflicts } = mergeBlocks([math], [{ ...math, ...mine }], [{ ...math, ...theirs }])
  expect(conflicts.length).toBe(isMerged ? 0 : 1)
  expect(blocks).toEqual([{ ...math, ...(isMerged && mine), ...theirs }])
})

test('blocks are sorted by start, and keep their order if they start together', () => {
  const late = { ...block('late', 'Late', '10:00'), order: 0 }
  const second = { ...block('second'), order: 5 }
  const first = { ...block('first'), order: 2 }
  expect(renumbered([late, second, first]).map(({ id, order }) => [id, order])).toEqual([
    ['first', 0],
    ['second', 1],
    ['late', 2],
  ])
})

const side = fc
  .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.constantFrom('one', 'two', 'three')), { selector: ([id]) => id })
  .map((pairs) => pairs.map(([id, title]) => block(id, title)))

const holds = (blocks: readonly (TimeBlock | null)[], wanted: TimeBlock): boolean =>
  blocks.some((each) => each !== null && each.id === wanted.id && sameBlock(each, wanted))

test('everything a side added or changed is in the merge or in a conflict', () => {
  fc.assert(
    fc.property(side, side, side, (base, mine, theirs) => {
      const { blocks, conflicts } = mergeBlocks(base, mine, theirs)
      const offered = [...blocks, ...conflicts.flatMap((conflict) => [conflict.mine, conflict.theirs])]
      for (const each of [...mine, ...theirs]) if (!holds(base, each)) expect(holds(offered, each)).toBe(true)
    }),
  )
})

test("a block is removed only if one side deleted it and the other didn't change it", () => {
  fc.assert(
    fc.property(side, side, side, (base, mine, theirs) => {
      const { blocks } = mergeBlocks(base, mine, theirs)
      for (const was of base) {
        const gone = !blocks.some(({ id }) => id === was.id)
        const survivors = [mine, theirs].flatMap((blocks) => blocks.filter(({ id }) => id === was.id))
        expect(gone).toBe(survivors.length === 0 || (survivors.length === 1 && sameBlock(survivors[0] as TimeBlock, was)))
      }
    }),
  )
})

test('a merge never has two blocks with the same ID', () => {
  fc.assert(
    fc.property(side, side, side, (base, mine, theirs) => {
      const ids = mergeBlocks(base, mine, theirs).blocks.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
    }),
  )
})

test('a class or a taught mark that one side changed is kept, together with the other side’s', () => {
  const taught = { ...math, taught: 'done' as const }
  const classed = { ...math, classId: 'math' }
  expect(mergeBlocks([math], [math], [taught])).toEqual({ blocks: [taught], conflicts: [] })
  expect(mergeBlocks([math], [classed], [math])).toEqual({ blocks: [classed], conflicts: [] })
  expect(mergeBlocks([math], [classed], [taught])).toEqual({ blocks: [{ ...classed, taught: 'done' }], conflicts: [] })
  expect(sameBlock({ ...math, classId: null, taught: null }, math)).toBe(true)
})

test('a lesson that was locked elsewhere differs from the one on screen, and no lock is the same as false', () => {
  expect(sameBlock({ ...math, isLocked: true }, math)).toBe(false)
  expect(sameBlock({ ...math, isLocked: false }, math)).toBe(true)
})
