import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { type Actor, type Serving, serve } from '#server/lib/http/serve.ts'
import { arrayFrom, arrayOfTexts } from '#server/lib/json/pieces.ts'
import { type CalendarDay, calendar, type DayChange, HISTORY_PAGE } from '#shared/calendar/contract.ts'
import { changedMarks, isNoteWithoutText, NOTE_MISSING } from '#shared/calendar/rules.ts'
import { daysInRange, FIRST_DAY, LAST_DAY } from '#shared/dates.ts'
import { applyChange, changeDays, cleanBlocks, type DayEdit, resultOf, undoOperation } from './actions.ts'
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

const only = (entries: CalendarDay[] | undefined): CalendarDay => {
  const [entry] = entries ?? []
  if (!entry) throw new Error('A saved day came back empty')
  return entry
}

export const calendarRoutes = (serving: Serving, quota: Quota): void => {
  const change = ({ db, actor, now }: Call, kind: 'save' | 'bulk' | 'delete', edits: Parameters<typeof changeDays>[1]['edits']) =>
    changeDays(db, { calendar: ownCalendar(actor), actor: actor.userId, kind, now, edits, quota })

  const changeById = async ({ params, version, ...call }: DayCall, kind: 'save' | 'delete', to: DayEdit['to']) => {
    const date = await dateOfDay(call.db, ownCalendar(call.actor), params.id)
    if (!date) throw new Refused('not_found')
    return change(call, kind, [{ date, id: params.id, version, to }])
  }

  serve(serving, calendar, {
    days: async ({ db, actor, query: { date, from, to } }) => {
      const [first, last] = date ? [date, date] : [from ?? FIRST_DAY, to ?? LAST_DAY]
      const days = await daysBetween(db, ownCalendar(actor), first, last)
      return typeof days === 'string' ? days : arrayOfTexts(days)
    },

    marks: ({ db, actor, query: { from, to } }) => arrayFrom(pagesOfMarks(db, ownCalendar(actor), from && to ? { from, to } : undefined)),

    saveDay: async ({ body: { date, version, ...body }, created, ...call }) => {
      let isNew = false
      const edit = await edited(body)
      const to: DayEdit['to'] = (day) => {
        isNew = day === null
        return edit(day)
      }
      const { entries } = await change(call, 'save', [{ date, version, to }])
      if (isNew) created()
      return only(entries)
    },

    saveDays: async ({ body: { days }, ...call }) => {
      const edits: DayEdit[] = []
      for (const { date, version, ...body } of days) edits.push({ date, version, to: await edited(body) })
      return resultOf(call.db, ownCalendar(call.actor), await change(call, 'save', edits), {})
    },

    replaceBlocks: async ({ body: { blocks, version }, ...call }) =>
      only((await changeById({ ...call, version }, 'save', await edited({ blocks }))).entries),

    changeDay: async ({ body: { version, ...body }, ...call }) =>
      only((await changeById({ ...call, version }, 'save', await edited(body))).entries),

    deleteDay: async ({ query: { version }, ...call }) => {
      const { operationId } = await changeById({ ...call, version }, 'delete', () => null)
      return { operationId }
    },

    markRange: async ({ body: { from, to, ...marks }, ...call }) => {
      const edits = daysInRange(from, to).map((date) => ({
        date,
        marksTo: (day: Parameters<typeof changedMarks>[0]) => {
          if (isNoteWithoutText(day, marks)) throw new Refused('refused_by_rule', NOTE_MISSING)
          return changedMarks(day, marks)
        },
      }))
      return resultOf(call.db, ownCalendar(call.actor), await change(call, 'bulk', edits), {})
    },

    undo: async ({ db, actor, now, params }) => {
      const calendar = ownCalendar(actor)
      return resultOf(db, calendar, await undoOperation(db, { calendar, actor: actor.userId, now, quota, operationId: params.id }), {})
    },

    history: async ({ db, actor, query: { date, before } }) =>
      (await historyPage(db, ownCalendar(actor), date, { before, entries: HISTORY_PAGE, bytes: PAGE_BYTES })).map((past) => ({
        ...past,
        at: past.at.toISOString(),
      })),
  })
}
