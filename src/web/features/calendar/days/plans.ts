/**
 * Plans the request to send for an edit. A plan uses the latest known days and runs again if one of them turns out to be stale. It keeps
 * the choices that the teacher already made.
 */
import { type CalendarDay, calendar as contract, type OperationResult, type TimeBlock } from '#shared/calendar/contract.ts'
import { type Marks, NO_MARKS, renumbered } from '#shared/calendar/rules.ts'
import { refusals } from '#shared/errors.ts'
import { type BlockEdit, editInPlaceOf, resolveConflict } from '#web/features/calendar/model/block-edit.ts'
import { newBlockId } from '#web/features/calendar/model/block-id.ts'
import { blockAt, moveBetween } from '#web/features/calendar/model/block-move.ts'
import { type DayEdit, datesOf, type PendingEdit, withChanges, withLessons } from '#web/features/calendar/model/edits.ts'
import { markChange, markText } from '#web/features/calendar/model/marks.ts'
import { mergeBlocks, sameBlock } from '#web/features/calendar/model/merge-blocks.ts'
import { addLessons, renameClass } from '#web/features/classes/changes/data.ts'
import { client, RefusedCall } from '#web/lib/net/api.ts'
import type { CalendarSource } from './calendar-ref.ts'
import { sendClosure, sendOpening } from './closures/closure-calls.ts'
import { askAboutConflict } from './conflict-question.ts'
import { confirmedBlock } from './outbox/outcomes.ts'
import type { Sent } from './outbox/tabs.ts'

const api = client(contract)

/**
 * The known state of a day. `day` is null if the day is empty and undefined if its week isn't loaded. A loaded month may still provide its
 * marks. `isFresh` is true if the server just returned the day in a refusal.
 */
type KnownDay = { day: CalendarDay | null | undefined; marks: Marks | null | undefined; version: number; isFresh: boolean }
/** Looks up the known state of a day. */
export type DayLookup = (date: string) => KnownDay

/** A save of days as data, which can be sent again exactly as it was. */
export type DaysRequest = { days: readonly DayToSave[]; sitting?: string | undefined }

/**
 * The request to send. `request` is the same as data, if it only saves days. `block` is the time block as sent to the day. `untold` lists days
 * whose new state isn't in the response. If `isSentOnce` is true, it fails without a response, because sent later it would act on lessons
 * that the teacher hasn't seen.
 */
type Planned = {
  send: () => Promise<Sent>
  request?: DaysRequest
  block?: TimeBlock | null
  untold?: readonly string[]
  isSentOnce?: boolean
}
/** Returns the request to send, or null if there is nothing left to do. Throws {@link RefusedCall} if the edit is no longer possible. */
type Plan = (known: DayLookup) => Promise<Planned | null> | Planned | null
type EditOf<Type extends DayEdit['type']> = Extract<PendingEdit, { type: Type }>

/** The ID of the school whose calendar changes. Omitted for the user's own calendar. */
type InSchool = { schoolId?: string }

const listOf = <T>(one: T | null | undefined): T[] => (one === null || one === undefined ? [] : [one])

/** Returns blocks that say that they have no class, taught mark or lock. The server keeps what a block omits. */
const inFull = (blocks: readonly TimeBlock[]): TimeBlock[] =>
  blocks.map((block) => ({ ...block, classId: block.classId ?? null, taught: block.taught ?? null, isLocked: block.isLocked ?? false }))

const refusedChange = (title: string): RefusedCall =>
  new RefusedCall({ status: refusals.stale.status, code: 'stale', message: `${title} was changed or deleted in another window.` })

type DayToSave = { date: string; version: number; blocks: TimeBlock[] }
/** Saves days. Throws {@link RefusedCall}. */
export const saveDays = async (operationId: string, { days, sitting }: DaysRequest): Promise<OperationResult> => {
  const [day, ...others] = days.map((one) => ({ ...one, blocks: inFull(one.blocks) }))
  if (!day) throw new Error('A save has no days')
  if (others.length > 0) return await api.saveDays({ body: { days: [day, ...others], operationId, ...(sitting && { sitting }) } })
  const entry = await api.saveDay({ body: { ...day, operationId, ...(sitting && { sitting }) } })
  // Don't use the day's `operationId`. After a retry, it may belong to a later change by another user.
  return { operationId, entries: [entry], removed: [] }
}

const savingDays = (operationId: string, request: DaysRequest): Planned => ({ send: () => saveDays(operationId, request), request })

type LaterSave = { date: string; version: number; block: TimeBlock; until: string }
const saveLater = async (operationId: string, { block, ...save }: LaterSave): Promise<OperationResult> => {
  const [full = block] = inFull([block])
  // Rarely needed, so it loads with the dialog.
  return (await import('./timetables/later-calls.ts')).changeLaterLessons({ ...save, block: full, operationId })
}

const planBlock = (edit: EditOf<'block'>, calendar: CalendarSource): Plan => {
  const { id, later } = edit
  let left: BlockEdit = { before: edit.before, after: edit.after }
  let { date } = edit
  /** Follows a lesson whose plan another window moved, so that the text isn't saved beside it. */
  const follow = async (known: DayLookup): Promise<void> => {
    const { day } = known(date)
    const blockId = left.after && left.before?.id
    if (day === undefined || !blockId || day?.blocks.some((block) => block.id === blockId)) return
    // Rarely needed, so it loads when it is.
    const { dayOfMoved } = await import('./timetables/find-lesson.ts')
    const now = await dayOfMoved(calendar, date, blockId)
    const there = now && known(now).day?.blocks.find((block) => block.id === blockId)
    if (!now || !there) return
    left = editInPlaceOf(left, there)
    date = now
  }
  return async (known) => {
    await follow(known)
    const { day, version } = known(date)
    for (;;) {
      const blocks = listOf(day).flatMap((one) => one.blocks)
      const theirs = blocks.find((block) => block.id === left.before?.id)
      const before = left.before && theirs && sameBlock(theirs, left.before) ? left.before : confirmedBlock(left.before)
      const merged = mergeBlocks(listOf(before), listOf(left.after), blocks)
      const [conflict] = merged.conflicts
      // The block to delete is already gone.
      if (!left.after && !theirs) return null
      if (!conflict) {
        const block = merged.blocks.find(({ id }) => id === left.after?.id) ?? null
        if (later && left.before && block) return { send: () => saveLater(id, { date, version, block, until: later.until }), block }
        return { ...savingDays(id, { days: [{ date, version, blocks: renumbered(merged.blocks) }], sitting: edit.sitting }), block }
      }
      const copyId = edit.copyId ?? newBlockId(Date.now())
      const settled = resolveConflict(conflict, await askAboutConflict(edit, date, conflict), copyId)
      if (!settled) return null
      left = settled
    }
  }
}

const isSameTime = (a: TimeBlock | null, b: TimeBlock | null): boolean =>
  a && b ? a.startTime === b.startTime && a.endTime === b.endTime : a === b

/**
 * Changes both days in one operation. If the block's text changed elsewhere, the new text moves with the block. If its time changed
 * elsewhere, or the block was deleted, the teacher decides.
 */
const planMove = (edit: EditOf<'move'>): Plan => {
  const { id, from, to, before, after } = edit
  /** The block as the teacher last saw it, and the block to send. If the teacher keeps both versions, the block to send is a copy. */
  let known: TimeBlock | null = before
  let moved = after
  let staysToo = false
  return async (knownDay) => {
    const [source, target] = [knownDay(from), knownDay(to)]
    const theirs = source.day?.blocks.find((block) => block.id === before.id) ?? null
    if (known && !(theirs && sameBlock(theirs, known))) known = confirmedBlock(known)
    if (theirs && known && !sameBlock(theirs, known)) moved = { ...blockAt(theirs, after.startTime), id: moved.id }
    const answer = isSameTime(known, theirs) ? 'mine' : await askAboutConflict(edit, from, { id: before.id, mine: moved, theirs })
    if (answer === 'theirs') return null
    known = theirs
    const isCopy = answer === 'both' && theirs !== null
    if (isCopy || target.day?.blocks.some((block) => block.id === moved.id)) moved = { ...moved, id: newBlockId(Date.now()) }
    staysToo ||= isCopy
    const next = moveBetween({ source: source.day?.blocks ?? [], target: target.day?.blocks ?? [] }, before.id, moved)
    // Send the target day first. If both days are stale, the server reports the first one.
    const gets = { date: to, version: target.version, blocks: next.target }
    const loses = { date: from, version: source.version, blocks: next.source }
    return { ...savingDays(id, { days: theirs && !staysToo ? [gets, loses] : [gets] }), block: moved }
  }
}

/** Refuses if one of the blocks changed elsewhere, because the teacher hasn't seen what the others would then get. */
const planBlocks =
  (edit: EditOf<'blocks'>): Plan =>
  (known) => {
    for (const { date, before } of edit.changes) {
      const theirs = known(date).day?.blocks.find(({ id }) => id === before.id)
      const seen = confirmedBlock(before)
      if (!theirs || !(sameBlock(theirs, before) || (seen && sameBlock(theirs, seen)))) throw refusedChange(before.title)
    }
    const [first, ...others] = [...new Set(datesOf(edit))].map((date): DayToSave => {
      const { day, version } = known(date)
      return { date, version, blocks: withChanges(day?.blocks ?? [], date, edit) }
    })
    return first ? savingDays(edit.id, { days: [first, ...others] }) : null
  }

const planLessons =
  (edit: EditOf<'lessons'>): Plan =>
  (known) => {
    const days = datesOf(edit).map((date): DayToSave => {
      const { day, version } = known(date)
      return { date, version, blocks: withLessons(day?.blocks ?? [], date, edit) }
    })
    const { classes = [] } = edit
    if (days.length === 0) return null
    if (classes.length > 0) return { send: () => addLessons({ classes, days, operationId: edit.id }) }
    return savingDays(edit.id, { days })
  }

const refusedMark = (there: string): RefusedCall => {
  const message = `“${there}” was saved in another window.`
  return new RefusedCall({ status: 409, code: 'stale', message, body: { code: 'stale', message, current: there } })
}

/** Never overwrites text that changed elsewhere. */
const planMark =
  ({ id, date, kind, text, seen }: EditOf<'mark'>, inSchool: InSchool): Plan =>
  (known) => {
    const { marks, version, isFresh } = known(date)
    const there = markText(marks, kind)
    if (isFresh && there === text) return null
    // Check every time, because saving another edit to this day may have loaded the change without the teacher noticing.
    if (there !== null && there !== text && there !== seen) throw refusedMark(there)
    // A day off can move the lessons of later days, so ask for all days that changed.
    const days = [{ date, ...markChange(kind, text), version }]
    return { send: () => api.saveDays({ body: { days, operationId: id, ...inSchool } }) }
  }

const planRestore =
  ({ id, date, current, to }: EditOf<'restore'>, inSchool: InSchool): Plan =>
  () => {
    const send = async (): Promise<OperationResult> => {
      // Closing or opening a day can move the lessons of later days, so ask for all days that changed.
      if (to || current?.isBlocked) {
        const { isBlocked, blockedText, hasNote, noteText, blocks } = to ?? { ...NO_MARKS, blocks: [] }
        const version = current?.version ?? 0
        const days = [{ date, isBlocked, blockedText, hasNote, noteText, blocks: inFull(blocks), version }]
        return await api.saveDays({ body: { days, operationId: id, ...inSchool } })
      }
      if (!current) throw new Error('A day without anything was restored to nothing')
      const query = { version: current.version, operationId: id }
      try {
        const { operationId } = await api.deleteDay({ params: { id: current.id }, query })
        return { operationId, entries: [], removed: [date] }
      } catch (error) {
        if (!(error instanceof RefusedCall) || error.code !== 'not_found') throw error
        // The day was already removed elsewhere.
        const { status, message } = refusals.stale
        throw new RefusedCall({ status, code: 'stale', message, body: { code: 'stale', message, date, current: null } })
      }
    }
    return { send }
  }

const planApply =
  (edit: EditOf<'apply'>): Plan =>
  (known) => {
    const days = edit.dates.flatMap((date) => {
      const { day, version } = known(date)
      return day === undefined ? [] : [[date, version] as const]
    })
    // Rarely needed, so it loads with the dialogs.
    return { send: async () => (await import('./template-calls.ts')).sendApply(edit, Object.fromEntries(days)) }
  }

/** Returns the plan for an edit to this calendar. */
export const planOf = (edit: PendingEdit, source: CalendarSource): Plan => {
  const { kind: calendar, owner } = source
  const inSchool = calendar === 'school' ? { schoolId: owner } : {}
  switch (edit.type) {
    case 'block':
      return planBlock(edit, source)
    case 'move':
      return planMove(edit)
    case 'blocks':
      return planBlocks(edit)
    case 'lessons':
      return planLessons(edit)
    case 'mark':
      return planMark(edit, inSchool)
    case 'marks': {
      const { id, dates, kind, text } = edit
      const [from = '', to = from] = [dates[0], dates.at(-1)]
      const body = { from, to, dates: [...dates], ...markChange(kind, text), operationId: id, ...inSchool }
      return () => ({ send: () => api.markRange({ body }) })
    }
    case 'restore':
      return planRestore(edit, inSchool)
    case 'undo': {
      const { id, operationId } = edit
      return () => ({ send: () => api.undo({ params: { id: operationId }, body: { operationId: id } }) })
    }
    case 'place':
    case 'drop-unplaced':
      // Rarely needed, so it loads with the panel.
      return () => ({ send: async () => (await import('./timetables/unplaced-calls.ts')).sendUnplaced(edit) })
    case 'apply':
      return planApply(edit)
    case 'timetable':
      return () => ({ send: async () => (await import('./timetables/timetable-calls.ts')).sendTimetable(edit), untold: datesOf(edit) })
    case 'rename-class':
      return () => ({ send: () => renameClass(edit, edit.id), untold: edit.dates })
    case 'cycle-day':
      return () => ({ send: async () => (await import('./timetables/timetable-calls.ts')).sendCycleDay(edit) })
    case 'move-plan':
      return () => ({ send: async () => (await import('./timetables/move-calls.ts')).sendMove(edit), isSentOnce: true })
    case 'short-day':
    case 'usual-times':
      // Rarely needed, so it loads with the dialog.
      return () => ({ send: async () => (await import('./bells/bell-calls.ts')).sendShortDay(edit) })
    case 'year-copy':
      return () => ({ send: async () => (await import('./years/year-calls.ts')).sendYearCopy(edit), untold: edit.dates })
    case 'import':
      return () => ({ send: async () => (await import('./imports/import-calls.ts')).sendImport(edit), untold: edit.dates })
    case 'closure':
      return () => ({ send: () => sendClosure(edit), isSentOnce: true })
    case 'opening':
      return () => ({ send: () => sendOpening(edit), isSentOnce: true })
    case 'repeat':
      // Rarely needed, so it loads with the dialog.
      return () => ({ send: async () => (await import('./repeat-calls.ts')).sendRepeat(edit), untold: datesOf(edit) })
  }
}
