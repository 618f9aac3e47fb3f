import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { type Actor, type Serving, serve } from '#server/lib/http/serve.ts'
import { type CalendarDay, calendar, type DayChange, HISTORY_PAGE } from '#shared/calendar/contract.ts'
import { daysInRange } from '#shared/dates.ts'
import { applyChange, changeDays, cleanBlocks, type DayEdit, isNoteWithoutText } from './actions.ts'
import { allDays, dateOfDay, daysBetween, historyOn, imagesOfOperation, marksBetween } from './queries.ts'
import type { StoredBlock } from './tables.ts'

/** Time blocks as they are stored: clean, and in the order they were sent in unless they say another. */
const stored = async (blocks: NonNullable<DayChange['blocks']>): Promise<StoredBlock[]> =>
  (await cleanBlocks(blocks)).map((block, index) => ({ ...block, order: block.order ?? index }))

const edited = async ({ blocks, ...mark }: DayChange): Promise<DayEdit['to']> => {
  const clean = blocks && (await stored(blocks))
  return (day) => {
    if (isNoteWithoutText(day, mark)) throw new Refused('refused_by_rule', 'Please enter a description')
    return applyChange(day, { ...mark, blocks: clean })
  }
}

type DayCall = { db: Db; actor: Actor; now: Date; params: { id: string }; version: number | undefined }

const changeById = async ({ db, actor, now, params, version }: DayCall, kind: 'save' | 'delete', to: DayEdit['to']) => {
  const { userId } = actor
  const date = await dateOfDay(db, userId, params.id)
  if (!date) throw new Refused('not_found')
  return changeDays(db, { owner: userId, actor: userId, kind, now, edits: [{ date, id: params.id, version, to }] })
}

const only = (entries: CalendarDay[]): CalendarDay => {
  const [entry] = entries
  if (!entry) throw new Error('A saved day came back empty')
  return entry
}

export const calendarRoutes = (serving: Serving): void =>
  serve(serving, calendar, {
    days: ({ db, actor, query: { date, from, to } }) => {
      if (date) return daysBetween(db, actor.userId, date, date)
      if (from && to) return daysBetween(db, actor.userId, from, to)
      return allDays(db, actor.userId)
    },

    marks: ({ db, actor, query: { from, to } }) => marksBetween(db, actor.userId, from && to ? { from, to } : undefined),

    saveDay: async ({ db, actor, now, body: { date, version, ...change }, created }) => {
      let isNew = false
      const edit = await edited(change)
      const to: DayEdit['to'] = (day) => {
        isNew = day === null
        return edit(day)
      }
      const { entries } = await changeDays(db, {
        owner: actor.userId,
        actor: actor.userId,
        kind: 'save',
        now,
        edits: [{ date, version, to }],
      })
      if (isNew) created()
      return only(entries)
    },

    saveDays: async ({ db, actor, now, body: { days } }) => {
      const edits: DayEdit[] = []
      for (const { date, version, ...change } of days) edits.push({ date, version, to: await edited(change) })
      return changeDays(db, { owner: actor.userId, actor: actor.userId, kind: 'save', now, edits })
    },

    replaceBlocks: async ({ body: { blocks, version }, ...call }) =>
      only((await changeById({ ...call, version }, 'save', await edited({ blocks }))).entries),

    changeDay: async ({ body: { version, ...change }, ...call }) =>
      only((await changeById({ ...call, version }, 'save', await edited(change))).entries),

    deleteDay: async ({ query: { version }, ...call }) => {
      const { operationId } = await changeById({ ...call, version }, 'delete', () => null)
      return { operationId }
    },

    markRange: async ({ db, actor, now, body: { from, to, ...mark } }) => {
      const edit = await edited(mark)
      const edits = daysInRange(from, to).map((date) => ({ date, to: edit }))
      return changeDays(db, { owner: actor.userId, actor: actor.userId, kind: 'bulk', now, edits })
    },

    undo: async ({ db, actor, now, params }) => {
      const images = await imagesOfOperation(db, actor.userId, params.id)
      if (images.length === 0) throw new Refused('not_found', 'This change can no longer be taken back.')
      const edits = images.map(({ date, before }) => ({ date, madeBy: params.id, to: () => before }))
      return changeDays(db, { owner: actor.userId, actor: actor.userId, kind: 'undo', now, edits })
    },

    history: async ({ db, actor, query: { date, before } }) =>
      (await historyOn(db, actor.userId, date, { before, limit: HISTORY_PAGE })).map((change) => ({
        ...change,
        at: change.at.toISOString(),
      })),
  })
