import { quotaFor } from '#server/features/accounts/guests/policy.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { type Actor, type Serving, serve } from '#server/lib/http/serve.ts'
import { arrayFrom, arrayOfTexts } from '#server/lib/json/pieces.ts'
import { type CalendarDay, calendar, type DayChange, HISTORY_PAGE } from '#shared/calendar/contract.ts'
import { changedMarks, isNoteWithoutText, NOTE_MISSING } from '#shared/calendar/rules.ts'
import { daysInRange, FIRST_DAY, LAST_DAY } from '#shared/dates.ts'
import { applyChange, type Changed, changeDays, cleanBlocks, type DayEdit, operationDone, resultOf, undoOperation } from './actions.ts'
import { historyPage } from './history/actions.ts'
import { ownCalendar } from './policy.ts'
import { dateOfDay, daysBetween, PAGE_BYTES, pagesOfMarks } from './queries.ts'
import type { Quota } from './quota/actions.ts'
import type { StoredBlock } from './tables.ts'

/** Time blocks as they are stored: clean, and in the order they were sent in unless they say another. */
const stored = async (blocks: NonNullable<DayChange['blocks']>): Promise<StoredBlock[]> =>
  (await cleanBlocks(blocks)).map((block, index) => ({ ...block, order: block.order ?? index }))

const edited = async ({ blocks, ...marks }: DayChange): Promise<DayEdit['to']> => {
  const clean = blocks && (await stored(blocks))
  return (day) => {
    if (isNoteWithoutText(day, marks)) throw new Refused('refused_by_rule', NOTE_MISSING)
    return applyChange(day, { ...marks, blocks: clean })
  }
}

type Call = { db: Db; actor: Actor; now: Date }
type DayCall = Call & { params: { id: string }; version: number | undefined }

/** The day that was saved. One that was removed since, before its save was repeated, is stale. */
const only = ({ entries, removed }: Changed): CalendarDay => {
  const [entry] = entries ?? []
  if (entry) return entry
  const [date] = removed
  if (date) throw new Refused('stale', undefined, { date, current: null })
  throw new Error('A saved day came back empty')
}

export const calendarRoutes = (serving: Serving, quota: Quota): void => {
  type Operation = { kind: 'save' | 'bulk' | 'delete'; id?: string | undefined }
  const change = ({ db, actor, now }: Call, operation: Operation, edits: Parameters<typeof changeDays>[1]['edits']) =>
    changeDays(db, { ...operation, calendar: ownCalendar(actor), actor: actor.userId, now, edits, quota: quotaFor(actor, quota) })

  const changeById = async ({ params, version, ...call }: DayCall, operation: Operation, to: DayEdit['to']) => {
    const calendar = ownCalendar(call.actor)
    const date = await dateOfDay(call.db, calendar, params.id)
    if (date) return change(call, operation, [{ date, id: params.id, version, to }])
    // The day may be gone because this very call removed it, and its reply was lost.
    const done = operation.id === undefined ? undefined : await operationDone(call.db, calendar, operation.id)
    if (!done) throw new Refused('not_found')
    return done
  }

  serve(serving, calendar, {
    days: async ({ db, actor, query: { date, from, to } }) => {
      const [first, last] = date ? [date, date] : [from ?? FIRST_DAY, to ?? LAST_DAY]
      const days = await daysBetween(db, ownCalendar(actor), first, last)
      return typeof days === 'string' ? days : arrayOfTexts(days)
    },

    marks: ({ db, actor, query: { from, to } }) => arrayFrom(pagesOfMarks(db, ownCalendar(actor), from && to ? { from, to } : undefined)),

    saveDay: async ({ body: { date, version, operationId, ...body }, created, ...call }) => {
      let isNew = false
      const edit = await edited(body)
      const to: DayEdit['to'] = (day) => {
        isNew = day === null
        return edit(day)
      }
      const changed = await change(call, { kind: 'save', id: operationId }, [{ date, version, to }])
      if (isNew) created()
      return only(changed)
    },

    saveDays: async ({ body: { days, operationId }, ...call }) => {
      const edits: DayEdit[] = []
      for (const { date, version, ...body } of days) edits.push({ date, version, to: await edited(body) })
      return resultOf(call.db, ownCalendar(call.actor), await change(call, { kind: 'save', id: operationId }, edits), {})
    },

    replaceBlocks: async ({ body: { blocks, version }, ...call }) =>
      only(await changeById({ ...call, version }, { kind: 'save' }, await edited({ blocks }))),

    changeDay: async ({ body: { version, ...body }, ...call }) =>
      only(await changeById({ ...call, version }, { kind: 'save' }, await edited(body))),

    deleteDay: async ({ query: { version, operationId: id }, ...call }) => {
      const { operationId } = await changeById({ ...call, version }, { kind: 'delete', id }, () => null)
      return { operationId }
    },

    markRange: async ({ body: { from, to, operationId, ...marks }, ...call }) => {
      const edits = daysInRange(from, to).map((date) => ({
        date,
        marksTo: (day: Parameters<typeof changedMarks>[0]) => {
          if (isNoteWithoutText(day, marks)) throw new Refused('refused_by_rule', NOTE_MISSING)
          return changedMarks(day, marks)
        },
      }))
      return resultOf(call.db, ownCalendar(call.actor), await change(call, { kind: 'bulk', id: operationId }, edits), {})
    },

    undo: async ({ db, actor, now, params, body }) => {
      const calendar = ownCalendar(actor)
      const operation = { id: body?.operationId, calendar, actor: actor.userId, now, quota: quotaFor(actor, quota), operationId: params.id }
      return resultOf(db, calendar, await undoOperation(db, operation), {})
    },

    history: async ({ db, actor, query: { date, before } }) =>
      (await historyPage(db, ownCalendar(actor), date, { before, entries: HISTORY_PAGE, bytes: PAGE_BYTES })).map((past) => ({
        ...past,
        at: past.at.toISOString(),
      })),
  })
}
