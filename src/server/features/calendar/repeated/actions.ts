/** Recognizes calls that a client repeats because their response was lost. */
import { datesOfOperation } from '#server/features/calendar/history/queries.ts'
import { daysOn, markedDaysOn, operationOf } from '#server/features/calendar/queries.ts'
import type { CalendarRef } from '#server/features/calendar/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { OperationKind } from '#shared/calendar/contract.ts'

const REUSED_ID = 'This operationId belongs to another change. Send a new one.'

type Call = {
  id?: string | undefined
  calendar: CalendarRef
  actor: string
  kind: OperationKind
  undoes?: string | undefined
  request?: string | undefined
}

/**
 * Returns the result of the original call, with its current days. Undefined if this calendar doesn't have such an operation. Throws `taken` if
 * the id belongs to another caller's operation, to one of another kind, or to one for which the caller sent something else.
 */
export const operationDone = async (db: Db, { id: operationId, calendar, actor, kind, undoes, request }: Call) => {
  const operation = operationId === undefined ? undefined : await operationOf(db, calendar, operationId)
  if (!operation || operationId === undefined) return undefined
  const isSame =
    operation.kind === kind && operation.actor === actor && operation.undoes === (undoes ?? null) && operation.request === (request ?? null)
  if (!isSame) throw new Refused('taken', REUSED_ID)
  // The operation that it continues has its days, and those of the other saves of the sitting.
  const made = operation.continues ?? operationId
  const touched = await datesOfOperation(db, calendar, made)
  const there = new Set((await markedDaysOn(db, calendar, touched)).map(({ date }) => date))
  const [dates, removed] = [touched.filter((date) => there.has(date)), touched.filter((date) => !there.has(date))]
  const entries = touched.length === 1 ? await daysOn(db, calendar, dates) : undefined
  return { operationId: made, entries, dates, removed, isOfSitting: operation.sitting !== null }
}

/**
 * Like {@link operationDone}, for an id that exists. Also throws `taken` if the operation is in another calendar, or changed other dates than
 * these edits.
 */
export const repeated = async (db: Db, call: Call, edits: readonly { date: string }[] | undefined) => {
  const done = await operationDone(db, call)
  const touched = new Set(done && [...done.dates, ...done.removed])
  const isAll = edits === undefined || done?.isOfSitting || touched.size === edits.length
  if (!done || !isAll || edits?.some(({ date }) => !touched.has(date))) throw new Refused('taken', REUSED_ID)
  return done
}
