/**
 * Property test with random actions in several tabs, lost calls and server restarts. In the end, all tabs must agree, and no text may be
 * lost unless a user knowingly replaced it.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aMember, aSchoolWith } from '#server/features/schools/samples.ts'
import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import { marksOf } from '#shared/calendar/rules.ts'
import type { Choice } from '#web/features/calendar/model/block-edit.ts'
import { blockAt } from '#web/features/calendar/model/block-move.ts'
import type { DayEdit } from '#web/features/calendar/model/edits.ts'
import { ownDay } from '#web/features/calendar/model/school-entry.ts'
import { call, clock, db } from './app.ts'
import { isFullSize } from './size.ts'
import { inBrowser, network, openTab, type Tab } from './tab.ts'

inBrowser()

const DATES = ['2026-11-18', '2026-11-19'] as const
const RUNS = Number(process.env['MODEL_RUNS'] ?? (isFullSize ? 25 : 8))
/** Leaves time for shrinking, which takes longer than finding the failure. */
const TIMEOUT_MS = 15 * 60_000

const ACTS = [
  ...([
    'add',
    'add',
    'change',
    'change',
    'change',
    'remove',
    'move',
    'move',
    'note',
    'block out',
    'undo',
    'look',
    'wait',
    'wait',
    'outage',
  ] as const),
  // Plans move along their class, and a day closes and opens, on another device or by the school, which the teacher answers.
  ...(['bump', 'bump', 'pull back', 'close', 'open', 'school closes', 'school opens', 'answer'] as const),
]

type ModelStep = {
  tab: number
  act: (typeof ACTS)[number]
  date: 0 | 1
  which: number
  mishap: 'lost' | 'unsent' | undefined
  answer: Choice
}
const aStep: fc.Arbitrary<ModelStep> = fc.record({
  tab: fc.nat(2),
  act: fc.constantFrom(...ACTS),
  date: fc.constantFrom(0, 1),
  which: fc.nat(5),
  mishap: fc.constantFrom(undefined, undefined, undefined, 'lost', 'unsent'),
  answer: fc.constantFrom('mine', 'theirs', 'both'),
})

/** Returns the teacher's part of a day. The school's part arrives with the next look. */
const ownPart = (day: CalendarDay | null | undefined) => {
  const own = day && ownDay(day)
  if (!own) return null
  const { schoolId: _, schoolNote: __, userBlocked: ___, userBlockedText: ____, ...part } = own
  return part
}

const refused = (error: unknown): null => {
  if (error instanceof Error && error.name === 'RefusedCall') return null
  throw error
}

test(
  'tabs and server agree in the end, and no text is lost silently',
  async () => {
    let words = 0
    await fc.assert(
      fc.asyncProperty(fc.array(aStep, { minLength: 8, maxLength: 24 }), async (steps) => {
        network.mishaps = []
        network.isDown = false
        const school = await aSchoolWith(db)
        const ann = await aMember(db, school, { now: clock() })
        const { body: math } = await call('POST', '/api/classes', { token: ann.token, body: { name: 'Math' } })
        /** All saved strings, and the strings that a user replaced or removed after seeing them. */
        const saved = new Set<string>()
        const replaced = new Set<string>()
        let answer: Choice = 'both'
        /** Reasons of block-outs, which a closure of the same day replaces. */
        const reasons: string[] = []
        let areReasonsReplaced = false
        const tabs: Tab[] = []
        for (let number = 0; number < 3; number++) {
          const answered = ({ conflict: { mine, theirs } }: { conflict: { mine: TimeBlock | null; theirs: TimeBlock | null } }): Choice => {
            if (answer === 'mine' && theirs) replaced.add(theirs.title)
            if (answer === 'theirs' && mine) replaced.add(mine.title)
            return answer
          }
          tabs.push(await openTab(ann, answered))
        }
        const underWay: Promise<unknown>[] = []
        const done: { tab: Tab; dates: string[]; operationId: string; before: string[] }[] = []

        const textsOf = (day: CalendarDay | null | undefined) => [
          ...(day?.blocks.map(({ title }) => title) ?? []),
          ...[day?.noteText, day?.blockedText, day?.userBlockedText].flatMap((text) => text ?? []),
        ]
        /** Performs an edit. `brings` lists the strings that the edit adds, and `replaces` lists the strings that it knowingly removes. */
        const perform = (tab: Tab, edit: DayEdit, { brings, replaces }: { brings: string[]; replaces: string[] }) => {
          const write = tab.write(edit).then((result) => {
            if (!result) return
            for (const text of replaces) replaced.add(text)
            const texts = result.entries.flatMap(textsOf)
            for (const text of brings) if (texts.includes(text)) saved.add(text)
            done.push({
              tab,
              dates: [...result.entries.map(({ date }) => date), ...result.removed],
              operationId: result.operationId,
              before: brings,
            })
          }, refused)
          underWay.push(write)
        }

        for (const step of steps) {
          const tab = tabs[step.tab] as Tab
          const date = DATES[step.date]
          const other = DATES[1 - step.date] as string
          const blocks = tab.blocks(date)
          const block = blocks[step.which % Math.max(1, blocks.length)]
          const { marks } = tab.day(date)
          const text = `T${++words}`
          answer = step.answer
          network.mishaps.push(step.mishap)
          if (step.act === 'add') {
            const after = {
              id: `block_${text}`,
              title: text,
              description: `<p>${text}<script></script></p>`,
              startTime: '08:00',
              endTime: '09:00',
            }
            perform(
              tab,
              { type: 'block', date, before: null, after: { ...after, hasAlert: false, alertMessage: '', order: 0, classId: math.id } },
              { brings: [text], replaces: [] },
            )
          } else if (step.act === 'change' && block) {
            perform(
              tab,
              { type: 'block', date, before: block, after: { ...block, title: text } },
              { brings: [text], replaces: [block.title] },
            )
          } else if (step.act === 'remove' && block) {
            perform(tab, { type: 'block', date, before: block, after: null }, { brings: [], replaces: [block.title] })
          } else if (step.act === 'move' && block) {
            perform(
              tab,
              { type: 'move', from: date, to: other, before: block, after: blockAt(block, '10:00') },
              { brings: [], replaces: [] },
            )
          } else if (step.act === 'note') {
            const seen = marks.noteText
            const edit = { type: 'mark', date, kind: 'note', text: step.which === 0 ? null : text, seen } as const
            perform(tab, edit, { brings: edit.text ? [text] : [], replaces: seen ? [seen] : [] })
          } else if (step.act === 'block out') {
            const seen = marks.blockedText
            reasons.push(text)
            const edit = { type: 'mark', date, kind: 'block-out', text: step.which < 3 ? null : text, seen } as const
            perform(tab, edit, { brings: edit.text ? [text] : [], replaces: seen ? [seen] : [] })
          } else if (step.act === 'undo' && done.length > 0) {
            const [last] = done.splice(step.which % done.length, 1)
            if (last) {
              const edit = { type: 'undo', dates: last.dates, operationId: last.operationId } as const
              perform(last.tab, edit, { brings: [], replaces: last.before })
            }
          } else if ((step.act === 'bump' || step.act === 'pull back') && block) {
            const kind = step.act === 'bump' ? 'bump' : 'pullBack'
            perform(tab, { type: 'move-plan', kind, date, block, dates: DATES }, { brings: [], replaces: [] })
          } else if (step.act === 'close' || step.act === 'open') {
            areReasonsReplaced = true
            const body = {
              from: date,
              to: date,
              blockedText: 'Closed',
              plans: 'bringBack',
              choices: [{ classId: math.id, choice: 'move' }],
            }
            const path = step.act === 'close' ? '/api/calendar/closures' : '/api/calendar/openings'
            underWay.push(call('POST', path, { token: ann.token, body }))
          } else if (step.act === 'school closes' || step.act === 'school opens') {
            const isBlocked = step.act === 'school closes'
            const body = { from: date, to: date, isBlocked, blockedText: 'Snow day', schoolId: school.id }
            underWay.push(call('POST', '/api/calendar/bulk', { token: school.administrator.token, body }))
          } else if (step.act === 'answer') {
            const body = { from: DATES[0], to: DATES[1], dates: [date], choices: [{ classId: math.id, choice: 'move' }] }
            underWay.push(call('POST', '/api/calendar/closures', { token: ann.token, body }))
          } else if (step.act === 'look') underWay.push(tab.look())
          else if (step.act === 'outage') {
            network.isDown = true
            await new Promise((resolve) => setTimeout(resolve, 3))
            network.isDown = false
          } else await new Promise((resolve) => setTimeout(resolve, step.which * 4))
        }
        network.mishaps = []
        await Promise.all(underWay)

        const days = (await call('GET', '/api/calendar', { token: ann.token })).body as CalendarDay[]
        for (const tab of tabs) {
          expect(tab.pending()).toEqual([])
          for (const date of DATES) {
            const here = tab.day(date)
            // If a tab has the stored version of a day, its content must match, except for what the school does since.
            const there = days.find((day) => day.date === date)
            if (there && here.entry?.version === there.version) expect(ownPart(here.entry)).toEqual(ownPart(there))
            expect(here.lessons.map((lesson) => lesson.block.id)).toEqual(here.entry?.blocks.map(({ id }) => id) ?? [])
          }
          await tab.look()
          for (const date of DATES) {
            const there = days.find((day) => day.date === date)
            expect(ownPart(tab.day(date).entry)).toEqual(ownPart(there))
            expect(tab.day(date).marks).toEqual(marksOf(there))
          }
          tab.close()
        }
        if (areReasonsReplaced) for (const reason of reasons) replaced.add(reason)
        const unplaced = (await call('GET', '/api/unplaced', { token: ann.token })).body as { title: string }[]
        const there = new Set([...days.flatMap(textsOf), ...unplaced.map(({ title }) => title)])
        expect([...saved].filter((text) => !there.has(text) && !replaced.has(text))).toEqual([])
        for (const { blocks } of days) expect(new Set(blocks.map(({ id }) => id)).size).toBe(blocks.length)
      }),
      { numRuns: RUNS, ...(process.env['MODEL_SEED'] && { seed: Number(process.env['MODEL_SEED']) }) },
    )
  },
  TIMEOUT_MS,
)
