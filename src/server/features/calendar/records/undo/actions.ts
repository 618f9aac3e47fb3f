/**
 * Takes a change of a record back, and keeps what was changed in it since.
 *
 * A record is compared field by field, because an operation writes it whole but changes little of it. A closure is compared day by day and
 * plan by plan.
 */
import { isDeepStrictEqual } from 'node:util'
import type { RecordContent, RecordKind } from '#server/features/calendar/records/tables.ts'
import { formatDay } from '#shared/dates.ts'
import { type Closed, keptClosure, type OldPlace } from '#shared/moves/closing/rules.ts'

export type Content = RecordContent[RecordKind] | null
type Change<T> = { before: T; after: T; now: T }
type Fields = Readonly<Record<string, unknown>>

/** Fields with an answer that fills in the next question. A later answer stays, and isn't in the way of an undo. */
const REMEMBERED = new Set(['onClosure'])

/** Returns the fields without a change, or undefined if what it changed has changed since. */
const fieldsTakenBack = ({ before, after, now }: Change<Fields>): Fields | undefined => {
  const fields = { ...now }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (isDeepStrictEqual(before[key], after[key])) continue
    if (!isDeepStrictEqual(now[key], after[key])) {
      if (REMEMBERED.has(key)) continue
      return undefined
    }
    if (key in before) fields[key] = before[key]
    else delete fields[key]
  }
  return fields
}

/** True if these are the same, apart from what is remembered. */
const isSame = (one: Fields, other: Fields): boolean => {
  const known = (fields: Fields) => Object.fromEntries(Object.entries(fields).filter(([key]) => !REMEMBERED.has(key)))
  return isDeepStrictEqual(known(one), known(other))
}

const NO_CLOSURE: Closed = { dates: [], places: [] }

/** Returns a closure's days, plans and answers as fields. */
const partsOf = ({ dates, places, answered = {} }: Closed): Fields => ({
  ...Object.fromEntries(dates.map((date) => [`day ${date}`, date])),
  ...Object.fromEntries(places.map((place) => [`plan ${place.id}`, place])),
  ...Object.fromEntries(Object.entries(answered).map(([date, version]) => [`answer ${date}`, version])),
})

const closureOf = (parts: Fields): Closed | null => {
  const all = Object.entries(parts)
  const named = (prefix: string) => all.flatMap(([key, value]) => (key.startsWith(prefix) ? [[key.slice(prefix.length), value]] : []))
  return keptClosure({
    dates: named('day ')
      .map(([date]) => date as string)
      .sort(),
    places: named('plan ').map(([, place]) => place as OldPlace),
    answered: Object.fromEntries(named('answer ')),
  })
}

const closureTakenBack = ({ before, after, now }: Change<Closed | null>): Closed | null | undefined => {
  // A closure without days is gone, and with it the places of its plans.
  const gone = { ...NO_CLOSURE, places: after?.places ?? [] }
  const parts = fieldsTakenBack({ before: partsOf(before ?? NO_CLOSURE), after: partsOf(after ?? NO_CLOSURE), now: partsOf(now ?? gone) })
  return parts && closureOf(parts)
}

/**
 * Returns a record's content without a change that made `after` of `before`. `now` is its present content. Returns undefined if what the change
 * changed isn't as it left it, and `now` itself if nothing of it is left.
 */
export const takenBack = (kind: RecordKind, change: Change<Content>): Content | undefined => {
  const { before, after, now } = change
  if (isDeepStrictEqual(now, after)) return before
  if (kind === 'closure') return closureTakenBack(change as Change<Closed | null>)
  if (!after || !now) return undefined
  if (!before) return isSame(after as Fields, now as Fields) ? null : undefined
  const content = fieldsTakenBack({ before, after, now } as unknown as Change<Fields>)
  return isDeepStrictEqual(content, now) ? now : (content as Content | undefined)
}

type Named = { [K in RecordKind]: { kind: K; content: RecordContent[K] } }[RecordKind]

/** Says that a record has changed since an operation, so that it can't be undone. */
export const changedSince = (record: Named): string => {
  switch (record.kind) {
    case 'class':
      return `The class ${record.content.name} was changed since.`
    case 'timetable':
      return 'The timetable was changed since.'
    case 'unplaced':
      return `${record.content.block.title} left Unplaced lessons since.`
    case 'closure':
      return 'These days were closed or unblocked again since.'
    case 'bellSchedule':
      return `The bell schedule ${record.content.name} was changed since.`
    case 'shortDay':
      return `The times of ${formatDay(record.content.date, 'short')} were changed since.`
    case 'schoolYear':
      return 'The school’s year was changed since.'
  }
}
