import { quotaFor } from '#server/features/people/policy.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { type Actor, type Handlers, type Serving, serve } from '#server/lib/http/serve.ts'
import { arrayFrom } from '#server/lib/json/pieces.ts'
import { type CalendarDay, calendar, type DayChange } from '#shared/calendar/contract.ts'
import { HISTORY_PAGE, history } from '#shared/calendar/history/contract.ts'
import { operations } from '#shared/calendar/operations/contract.ts'
import { changedMarks, isNoteWithoutText, NOTE_MISSING, withKeptFields } from '#shared/calendar/rules.ts'
import { shown } from '#shared/calendar/shown/contract.ts'
import { daysInRange, FIRST_DAY, LAST_DAY } from '#shared/dates.ts'
import { applyChange, type Changed, type ClosingEdit, changeDays, cleanBlocks, type DayEdit, type Renumber, resultOf } from './actions.ts'
import { historyPage } from './history/actions.ts'
import { operationsOf } from './operations/actions.ts'
import { calendarsToChange, calendarToChange, ownCalendar, schoolCalendar } from './policy.ts'
import { dateOfDay, operationOf, PAGE_BYTES } from './queries.ts'
import type { Quota } from './quota/actions.ts'
import { operationDone } from './repeated/actions.ts'
import { daysAsJson } from './shown/actions.ts'
import { isShownAsStored, pagesOfMarks, shownOn } from './shown/queries.ts'
import type { CalendarRef, StoredBlock } from './tables.ts'
import { UNDO_IS_OVER, undoOperation } from './undo/actions.ts'

const CALLS = { ...shown, ...calendar, ...history, ...operations }

/** Sanitizes the blocks and fills in a missing `order` from their position. */
const stored = async (blocks: NonNullable<DayChange['blocks']>): Promise<StoredBlock[]> =>
  (await cleanBlocks(blocks)).map((block, index) => ({ ...block, order: block.order ?? index }))

const edited = async ({ blocks, ...marks }: DayChange) => {
  const clean = blocks && (await stored(blocks))
  const to: DayEdit['to'] = (day) => {
    if (isNoteWithoutText(day, marks)) throw new Refused('refused_by_rule', NOTE_MISSING)
    return applyChange(day, { ...marks, blocks: clean && withKeptFields(clean, day?.blocks ?? []) })
  }
  return { to, closes: marks.isBlocked, hasLessons: clean !== undefined }
}

type CalendarCall = { db: Db; actor: Actor; now: Date }
type DayCall = CalendarCall & { params: { id: string }; version: number | undefined }
type Operation = { kind: 'save' | 'bulk' | 'delete'; id?: string | undefined; sitting?: string | undefined }

const calendarToRead = (actor: Actor, schoolWideView: 'true' | 'false' | undefined): CalendarRef =>
  schoolWideView === 'true' ? schoolCalendar(actor) : ownCalendar(actor)

/**
 * Searches each calendar that the caller is allowed to change. Returns the first calendar with a match, and the match. Throws `not_found`
 * if there isn't one.
 */
const firstFound = async <T>(actor: Actor, find: (calendar: CalendarRef) => Promise<T | undefined>, otherwise?: string) => {
  for (const calendar of calendarsToChange(actor)) {
    const found = await find(calendar)
    if (found !== undefined) return { calendar, found }
  }
  throw new Refused('not_found', otherwise)
}

/** Returns the saved day as the client should see it. Throws `stale` if a retried save finds that the day was removed in the meantime. */
const only = async (db: Db, calendar: CalendarRef, { entries }: Changed, date: string): Promise<CalendarDay> => {
  const entry = isShownAsStored(calendar) ? entries?.find((day) => day.date === date) : undefined
  const day = entry ?? (await shownOn(db, calendar, date))
  if (!day) throw new Refused('stale', undefined, { date, current: null })
  return day
}

type Calls<Names extends keyof typeof CALLS> = Pick<Handlers<typeof CALLS>, Names>

const readers: Calls<'days' | 'marks' | 'history' | 'operations'> = {
  // Anyone signed in may call this, with or without a plan.
  days: async ({ db, actor, query: { date, from, to, schoolWideView } }) => {
    const [first, last] = date ? [date, date] : [from ?? FIRST_DAY, to ?? LAST_DAY]
    return daysAsJson(db, calendarToRead(actor, schoolWideView), first, last)
  },

  // Anyone signed in may call this, with or without a plan.
  marks: ({ db, actor, query: { from, to, schoolWideView } }) =>
    arrayFrom(pagesOfMarks(db, calendarToRead(actor, schoolWideView), from && to ? { from, to } : undefined)),

  // Anyone signed in may call this, with or without a plan.
  history: async ({ db, actor, query: { date, before, schoolWideView } }) => {
    const calendar = calendarToRead(actor, schoolWideView)
    const past = await historyPage(db, calendar, date, { before, entries: HISTORY_PAGE, bytes: PAGE_BYTES })
    const { schoolId } = calendar
    const shown = (day: CalendarDay | null) => (day && schoolId !== null ? { ...day, schoolId } : day)
    return past.map(({ at, before, ...change }) => ({ ...change, at: at.toISOString(), before: shown(before) }))
  },

  // Anyone signed in may call this, with or without a plan.
  operations: ({ db, actor }) => operationsOf(db, ownCalendar(actor)),
}

/** Returns functions that change a calendar's days, identified by date or by the day's id. */
const changesWith = (quota: Quota, renumber: Renumber) => {
  const change = ({ db, actor, now }: CalendarCall, calendar: CalendarRef, operation: Operation, edits: readonly ClosingEdit[]) => {
    const whole = { ...operation, calendar, actor: actor.userId, now, quota: quotaFor(actor, quota) }
    // A day off can renumber a cycle. A school's calendar doesn't have lessons.
    const mayRenumber = calendar.schoolId === null && edits.some(({ closes }) => closes !== undefined)
    return changeDays(db, mayRenumber ? { ...whole, plan: (db) => renumber(db, calendar, { edits, now }) } : { ...whole, edits })
  }

  const changeById = async (
    { params, version, ...call }: DayCall,
    operation: Operation,
    edit: Pick<DayEdit & ClosingEdit, 'to' | 'closes' | 'hasLessons'>,
  ) => {
    const { calendar, found } = await firstFound(call.actor, async (calendar) => {
      const date = await dateOfDay(call.db, calendar, params.id)
      if (date) return { date, done: undefined }
      // An earlier attempt at this request may have removed the day even though its response was lost.
      const done = await operationDone(call.db, { ...operation, calendar, actor: call.actor.userId })
      return done && { done, date: [...done.dates, ...done.removed][0] ?? '' }
    })
    const changed = found.done ?? (await change(call, calendar, operation, [{ date: found.date, id: params.id, version, ...edit }]))
    return { calendar, changed, date: found.date }
  }
  const savedById = async (call: DayCall, body: DayChange) => {
    const { calendar, changed, date } = await changeById(call, { kind: 'save' }, await edited(body))
    return only(call.db, calendar, changed, date)
  }
  return { change, changeById, savedById }
}

type Changes = ReturnType<typeof changesWith>

const changesOfOneDay = ({ change, changeById, savedById }: Changes): Calls<'saveDay' | 'replaceBlocks' | 'changeDay' | 'deleteDay'> => ({
  // Anyone with an active trial or plan may call this for their own calendar, and school administrators for their school’s.
  saveDay: async ({ body: { date, version, operationId, sitting, schoolId, ...body }, created, ...call }) => {
    const calendar = calendarToChange(call.actor, schoolId)
    let isNew = false
    const edit = await edited(body)
    const to: DayEdit['to'] = (day) => {
      isNew = day === null
      return edit.to(day)
    }
    const changed = await change(call, calendar, { kind: 'save', id: operationId, sitting }, [{ date, version, ...edit, to }])
    if (isNew) created()
    return only(call.db, calendar, changed, date)
  },

  // Anyone with an active trial or plan may call this for their own calendar, and school administrators for their school’s.
  replaceBlocks: async ({ body: { blocks, version }, ...call }) => savedById({ ...call, version }, { blocks }),

  // Anyone with an active trial or plan may call this for their own calendar, and school administrators for their school’s.
  changeDay: async ({ body: { version, ...body }, ...call }) => savedById({ ...call, version }, body),

  // Anyone with an active trial or plan may call this for their own calendar, and school administrators for their school’s.
  deleteDay: async ({ query: { version, operationId: id }, ...call }) => {
    const { changed } = await changeById({ ...call, version }, { kind: 'delete', id }, { to: () => null, closes: false, hasLessons: true })
    return { operationId: changed.operationId }
  },
})

const changesOfManyDays = ({ change }: Changes, quota: Quota): Calls<'saveDays' | 'markRange' | 'undo'> => ({
  // Anyone with an active trial or plan may call this for their own calendar, and school administrators for their school’s.
  saveDays: async ({ body: { days, operationId, sitting, schoolId }, ...call }) => {
    const calendar = calendarToChange(call.actor, schoolId)
    const edits: ClosingEdit[] = []
    for (const { date, version, ...body } of days) edits.push({ date, version, ...(await edited(body)) })
    return resultOf(call.db, calendar, await change(call, calendar, { kind: 'save', id: operationId, sitting }, edits), {})
  },

  // Anyone with an active trial or plan may call this for their own calendar, and school administrators for their school’s.
  markRange: async ({ body: { from, to, dates, operationId, schoolId, ...marks }, ...call }) => {
    const calendar = calendarToChange(call.actor, schoolId)
    const edits = [...new Set(dates ?? daysInRange(from, to))].map((date) => ({
      date,
      closes: marks.isBlocked,
      marksTo: (day: Parameters<typeof changedMarks>[0]) => {
        if (isNoteWithoutText(day, marks)) throw new Refused('refused_by_rule', NOTE_MISSING)
        return changedMarks(day, marks)
      },
    }))
    return resultOf(call.db, calendar, await change(call, calendar, { kind: 'bulk', id: operationId }, edits), {})
  },

  // Anyone with an active trial or plan may call this for their own calendar, and school administrators for their school’s.
  undo: async ({ db, actor, now, params, body }) => {
    const { calendar, found } = await firstFound(actor, async (calendar) => await operationOf(db, calendar, params.id), UNDO_IS_OVER)
    const operationId = found.continues ?? params.id
    const operation = { id: body?.operationId, calendar, actor: actor.userId, now, quota: quotaFor(actor, quota), operationId }
    return resultOf(db, calendar, await undoOperation(db, operation), {})
  },
})

export const calendarRoutes = (serving: Serving, { quota, renumber }: { quota: Quota; renumber: Renumber }): void => {
  const changes = changesWith(quota, renumber)
  serve(serving, CALLS, { ...readers, ...changesOfOneDay(changes), ...changesOfManyDays(changes, quota) })
}
