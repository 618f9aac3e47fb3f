/** Names what operations did, and lists them for Undo. */
import { isDeepStrictEqual } from 'node:util'
import type { BlockBefore, DayBefore } from '#server/features/calendar/history/tables.ts'
import type { RecordContent, RecordKind } from '#server/features/calendar/records/tables.ts'
import type { CalendarRef, StoredBlock } from '#server/features/calendar/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import {
  type CalendarOperation,
  type Does,
  MOST_OPERATIONS,
  MOST_TITLES,
  type NamedRecord,
  type OperationAbout,
} from '#shared/calendar/operations/contract.ts'
import type { Marks } from '#shared/calendar/rules.ts'
import { lastOperationsOf, undosSince } from './queries.ts'

type Step = { date: string; before: Marks | null; after: (Marks & { blocks?: StoredBlock[] }) | null }
type Found = Exclude<Does, null>

/** Returns what a change did to a day's block-out and note. */
const marksChanged = ({ before, after }: Step): Found | undefined => {
  const [was, is] = [before?.blockedText ?? null, after?.blockedText ?? null]
  if (was !== is) return is === null ? 'unblock' : 'block'
  const [noted, notes] = [before?.noteText ?? null, after?.noteText ?? null]
  if (noted !== notes) return notes === null ? 'removeNote' : 'note'
  return undefined
}

/** True if a lesson is as before, except for its place among the others. */
const isSame = (before: Exclude<BlockBefore, string>, after: StoredBlock): boolean =>
  isDeepStrictEqual({ description: after.description, ...before, order: after.order }, after)

/** Returns the titles of the lessons that a change added, changed and deleted. */
const lessonsChanged = ({ after }: Step, difference: DayBefore | null): [Found, string][] => {
  if (difference && !difference.blocks) return []
  const there = new Map(after?.blocks?.map((block) => [block.id, block]))
  const known = new Set(difference?.blocks?.map((block) => (typeof block === 'string' ? block : block.id)))
  const changed = (difference?.blocks ?? []).flatMap((block): [Found, string][] => {
    if (typeof block === 'string') return []
    const now = there.get(block.id)
    if (!now) return [['delete', block.title]]
    return isSame(block, now) ? [] : [['change', block.title]]
  })
  const added = (after?.blocks ?? []).flatMap(({ id, title }): [Found, string][] => (known.has(id) ? [] : [['add', title]]))
  return [...changed, ...added]
}

type Content = RecordContent[RecordKind] | null
type RecordStep = { kind: RecordKind; before: Content; after: Content }

const nameOf: { [K in NamedRecord['kind']]: (content: RecordContent[K]) => string } = {
  bellSchedule: ({ name }) => name,
  shortDay: ({ name }) => name,
  timetable: () => '',
  unplaced: ({ block }) => block.title,
  class: ({ name }) => name,
}
const isNamed = (kind: RecordKind): kind is NamedRecord['kind'] => kind in nameOf

/** Returns what an operation did to a record. If it changed several, it is that of the kind that comes first in {@link nameOf}. */
export const recordChanged = (steps: readonly RecordStep[]): NamedRecord | null => {
  const order = Object.keys(nameOf)
  const [step] = steps.filter(({ kind }) => isNamed(kind)).sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
  if (!step || !isNamed(step.kind)) return null
  const { kind, before, after } = step
  const does = before === null ? 'add' : after === null ? 'delete' : 'change'
  return { kind, does, name: (nameOf[kind] as (content: Content) => string)(after ?? before) }
}

type Given = Pick<OperationAbout, 'plans' | 'record'> & { does?: Does | undefined }

/** Sums up the steps of an operation, page by page. `does` overrides what they look like. */
export const makeSummary = ({ does = null, ...given }: Given) => {
  const titles = new Set<string>()
  const [ofMarks, ofLessons] = [new Set<Found>(), new Set<Found>()]
  let marked: OperationAbout['marked'] = null
  /** Adds a step, with what it overwrote. */
  const add = (step: Step, difference: DayBefore | null): void => {
    const mark = marksChanged(step)
    if (mark) {
      ofMarks.add(mark)
      const { date } = step
      marked = { from: marked && marked.from < date ? marked.from : date, to: marked && marked.to > date ? marked.to : date }
    }
    for (const [what, title] of lessonsChanged(step, difference)) {
      ofLessons.add(what)
      if (titles.size < MOST_TITLES) titles.add(title)
    }
  }
  const about = (): OperationAbout => {
    // A day that closes can move lessons.
    const [mark] = ofMarks
    const [lesson] = ofLessons.size > 1 ? (['change'] as const) : ofLessons
    const isOff = mark === 'block' || mark === 'unblock'
    return { does: does ?? (isOff ? mark : (lesson ?? mark)) ?? null, titles: [...titles], marked, ...given }
  }
  return { add, about }
}

type Undo = { id: string; undoes: string | null }

/** Returns whether each operation is undone, and the operation to undo next. `undos` are in order. An undo can be undone. */
export const reversals = (ids: readonly string[], undos: readonly Undo[]) => {
  const states = new Map(ids.map((id) => [id, { isUndone: false, reversedBy: id }]))
  const known = new Map(ids.map((id) => [id, { root: id, isUndone: false }]))
  for (const { id, undoes } of undos) {
    const undone = known.get(undoes ?? '')
    if (!undone) continue
    const isUndone = !undone.isUndone
    known.set(id, { root: undone.root, isUndone })
    states.set(undone.root, { isUndone, reversedBy: id })
  }
  return states
}

/** Returns the latest operations on a calendar, newest first. */
export const operationsOf = async (db: Db, calendar: CalendarRef): Promise<CalendarOperation[]> => {
  const last = await lastOperationsOf(db, calendar, MOST_OPERATIONS)
  const oldest = last.at(-1)
  const undos = oldest ? await undosSince(db, calendar, oldest.version) : []
  const states = reversals(
    last.map(({ id }) => id),
    undos,
  )
  return last.flatMap(({ id, kind, at, dates, about }) => {
    const state = states.get(id)
    const { does = null, titles = [], marked = null, plans = null, record = null } = about ?? {}
    return state ? [{ id, kind, at: at.toISOString(), dates, does, titles, marked, plans, record, ...state }] : []
  })
}
