/**
 * Property test of two devices with three tabs: outages, reloads, crashes between any two writes to the store, full disks and wrong clocks.
 * In the end all devices agree, nothing waits, and every text that a device had stored is somewhere.
 */
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import type { Choice } from '#web/features/calendar/model/block-edit.ts'
import { blockAt } from '#web/features/calendar/model/block-move.ts'
import type { DayEdit, PendingEdit } from '#web/features/calendar/model/edits.ts'
import { call, clock, db } from './app.ts'
import { editsOn, makeDevice, type OpenedTab, onDevices, openTabOn } from './device.ts'
import { isFullSize } from './size.ts'
import { network } from './tab.ts'

onDevices()

const DATES = ['2026-11-18', '2026-11-19'] as const
const RUNS = Number(process.env['MODEL_RUNS'] ?? (isFullSize ? 200 : 8))
/** Leaves time for shrinking, which takes longer than finding the failure. */
const TIMEOUT_MS = 20 * 60_000
const HOUR_MS = 3_600_000

const ACTS = [
  ...(['add', 'add', 'change', 'change', 'type', 'type', 'remove', 'move', 'note', 'look', 'wait', 'wait'] as const),
  ...(['offline', 'online', 'online', 'reload', 'crash', 'crash at a write', 'full disk', 'free disk'] as const),
]
const aStep = fc.record({
  tab: fc.nat(2),
  act: fc.constantFrom(...ACTS),
  date: fc.constantFrom(0 as const, 1 as const),
  which: fc.nat(5),
  mishap: fc.constantFrom(undefined, undefined, undefined, 'lost' as const, 'unsent' as const),
  answer: fc.constantFrom<Choice>('mine', 'theirs', 'both'),
})

const refused = (error: unknown): null => {
  if (error instanceof Error && error.name === 'RefusedCall') return null
  throw error
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The texts that an edit brings: each has a title or text of its own. */
const broughtBy = (edit: DayEdit): string[] => {
  if (edit.type === 'block' && edit.after) return [edit.after.title]
  return edit.type === 'mark' && edit.text ? [edit.text] : []
}
const textsOf = (day: CalendarDay): string[] => [...day.blocks.map(({ title }) => title), ...(day.noteText ? [day.noteText] : [])]

test(
  'devices agree in the end, and lose no text that they had stored',
  async () => {
    let words = 0
    await fc.assert(
      fc.asyncProperty(fc.array(aStep, { minLength: 8, maxLength: 24 }), fc.integer({ min: -30, max: 30 }), async (steps, hoursAhead) => {
        network.mishaps = []
        const ann = await aTeacher(db, { now: clock() })
        const devices = [makeDevice(), makeDevice(hoursAhead * HOUR_MS)] as const
        /** Texts that the teacher replaced or removed after seeing them, or whose page said that they aren't saved. */
        const replaced = new Set<string>()
        /** Texts that a device had stored, or the server confirmed. */
        const promised = new Set<string>()
        let answer: Choice = 'both'
        const answered = ({ conflict: { mine, theirs } }: { conflict: { mine: TimeBlock | null; theirs: TimeBlock | null } }): Choice => {
          if (answer === 'mine' && theirs) replaced.add(theirs.title)
          if (answer === 'theirs' && mine) replaced.add(mine.title)
          return answer
        }
        const open = (number: number) => openTabOn(devices[number === 2 ? 1 : 0], ann, answered)
        const tabs: (OpenedTab | null)[] = [await open(0), await open(1), await open(2)]
        const noteStored = async () => {
          for (const device of devices)
            for (const { edit } of await editsOn(device, ann.userId)) for (const text of broughtBy(edit as PendingEdit)) promised.add(text)
        }
        /** The lesson that each tab has open, and its sitting. */
        const sittings = [
          '0b36f0d6-9a61-4b07-8f1e-5d3f7b6f2a10',
          '0b36f0d6-9a61-4b07-8f1e-5d3f7b6f2a11',
          '0b36f0d6-9a61-4b07-8f1e-5d3f7b6f2a12',
        ]
        const perform = ({ write }: OpenedTab, edit: DayEdit, replaces: string[]) => {
          for (const text of replaces) replaced.add(text)
          void write(edit).then(
            (result) => {
              const texts = result ? [...result.entries].flatMap(textsOf) : []
              for (const text of broughtBy(edit)) if (texts.includes(text)) promised.add(text)
            },
            (error) => {
              // The page says that it isn't saved, and keeps the text in its dialog.
              refused(error)
              for (const text of broughtBy(edit)) replaced.add(text)
            },
          )
        }

        for (const step of steps) {
          const device = devices[step.tab === 2 ? 1 : 0]
          answer = step.answer
          if (step.act === 'offline') device.isOffline = true
          if (step.act === 'online') device.isOffline = false
          if (step.act === 'full disk') device.isFull = true
          if (step.act === 'free disk') device.isFull = false
          const found = tabs[step.tab]
          if (!found || found.isDead()) {
            // The page can be opened again only with a network.
            if (!device.isOffline) tabs[step.tab] = await open(step.tab)
            continue
          }
          const date = DATES[step.date]
          const other = DATES[1 - step.date] as string
          const blocks = found.tab.blocks(date)
          const block = blocks[step.which % Math.max(1, blocks.length)]
          const text = `T${++words}`
          network.mishaps.push(step.mishap)
          if (step.act === 'add') {
            const times = { startTime: '08:00', endTime: '09:00', hasAlert: false, alertMessage: '', order: 0 }
            const after = { id: `block_${text}`, title: text, description: `<p>${text}</p>`, ...times }
            perform(found, { type: 'block', date, before: null, after }, [])
          } else if (step.act === 'change' && block)
            perform(found, { type: 'block', date, before: block, after: { ...block, title: text } }, [block.title])
          else if (step.act === 'type' && block) {
            // Two pauses of one sitting.
            const sitting = sittings[step.tab]
            const first = { ...block, title: `${text}a` }
            perform(found, { type: 'block', date, before: block, after: first, sitting }, [block.title, first.title])
            perform(found, { type: 'block', date, before: first, after: { ...block, title: text }, sitting }, [])
          } else if (step.act === 'remove' && block) perform(found, { type: 'block', date, before: block, after: null }, [block.title])
          else if (step.act === 'move' && block)
            perform(found, { type: 'move', from: date, to: other, before: block, after: blockAt(block, '10:00') }, [])
          else if (step.act === 'note') {
            const seen = found.tab.day(date).marks.noteText
            perform(found, { type: 'mark', date, kind: 'note', text, seen }, seen ? [seen] : [])
          } else if (step.act === 'look') void found.look().catch(refused)
          else if (step.act === 'reload' || step.act === 'crash') {
            await noteStored()
            found.crash()
          } else if (step.act === 'crash at a write') found.crash(step.which + 1)
          else await pause(step.which * 4)
          await noteStored()
        }
        network.mishaps = []
        for (const device of devices) Object.assign(device, { isOffline: false, isFull: false })
        await noteStored()
        // In the end, every page is opened again. What a full disk couldn't delete is sent once more.
        for (const tab of tabs) tab?.crash()
        const all = [await open(0), await open(1), await open(2)]
        const untilNothingWaits = () => {
          for (const tab of all) {
            tab.sendNow()
            expect(tab.tab.pending()).toEqual([])
          }
        }
        await vi.waitFor(untilNothingWaits, { timeout: 15_000, interval: 20 })

        const days = (await call('GET', '/api/calendar', { token: ann.token })).body as CalendarDay[]
        const left = (await Promise.all(devices.map((device) => editsOn(device, ann.userId)))).flat()
        // What the server refused after its page was gone stays in the list, with its text.
        for (const { refusal } of left) expect(refusal).toBeDefined()
        const there = new Set([...days.flatMap(textsOf), ...left.flatMap(({ edit }) => broughtBy(edit as PendingEdit))])
        expect([...promised].filter((text) => !there.has(text) && !replaced.has(text))).toEqual([])
        for (const { blocks } of days) expect(new Set(blocks.map(({ id }) => id)).size).toBe(blocks.length)
        for (const tab of all) {
          await tab.look()
          for (const date of DATES) {
            const stored = days.find((day) => day.date === date)
            expect(tab.tab.blocks(date).map(({ title }) => title)).toEqual(stored?.blocks.map(({ title }) => title) ?? [])
          }
          tab.crash()
        }
      }),
      { numRuns: RUNS, ...(process.env['MODEL_SEED'] && { seed: Number(process.env['MODEL_SEED']) }) },
    )
  },
  TIMEOUT_MS,
)
