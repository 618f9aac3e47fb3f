/** Copies the plans of an earlier year onto this year's lessons, as one operation. The same rules preview it (shared/moves/years). */
import { type Changed, type Changes, changeDays } from '#server/features/calendar/actions.ts'
import { outlineBetween } from '#server/features/calendar/outline/queries.ts'
import { bytesOn, pageOfDays } from '#server/features/calendar/queries.ts'
import { requireModest } from '#server/features/calendar/quota/actions.ts'
import { recordsOf } from '#server/features/calendar/records/queries.ts'
import type { CalendarRef, StoredBlock } from '#server/features/calendar/tables.ts'
import { classesOf } from '#server/features/classes/actions.ts'
import type { Call } from '#server/features/moves/actions.ts'
import { editsOf } from '#server/features/timetables/laying/actions.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { YearCopyInput } from '#shared/moves/years/contract.ts'
import { earlierYears, planYearCopy, readYears, type YearCopyPlan, yearFor } from '#shared/moves/years/rules.ts'

type GivenCopy = Omit<YearCopyInput, 'operationId'>

/** Returns what a copy does. Throws `not_found` if the teacher doesn't have the year or a class, and `refused_by_rule`. */
export const plannedCopy = async (db: Db, calendar: CalendarRef, { fromYear, from, classes: copies }: GivenCopy): Promise<YearCopyPlan> => {
  const timetables = (await recordsOf(db, calendar, 'timetable')).map(({ id, content }) => ({ ...content, id }))
  const last = timetables.find(({ id }) => id === fromYear)
  if (!last) throw new Refused('not_found', 'We can’t find that year’s timetable. Reload to see your timetables.')
  const now = yearFor(timetables, from)
  if (!now) throw new Refused('refused_by_rule', 'Set up this year’s timetable first, so that your plans have lessons to go to.')
  if (!earlierYears([last], now)[0]) throw new Refused('refused_by_rule', 'Choose a year that is over before this one begins.')
  const classes = await classesOf(db, calendar)
  const ids = new Set(classes.map(({ id }) => id))
  if (copies.some(({ classId, toClassId }) => !ids.has(classId) || !ids.has(toClassId)))
    throw new Refused('not_found', 'One of these classes was deleted. Reload to see your classes.')
  const yearOf = async ({ firstDay, lastDay }: typeof last) => ({
    firstDay,
    lastDay,
    days: await outlineBetween(db, calendar, firstDay, lastDay),
  })
  const waiting = (await recordsOf(db, calendar, 'unplaced')).map(({ content: { block, date } }) => ({
    ...{ classId: block.classId ?? null, title: block.title, description: block.description, date },
  }))
  return planYearCopy(readYears({ last: await yearOf(last), now: await yearOf(now), from, classes, waiting }), copies)
}

/** Identifies a lesson of last year. */
const keyOf = (date: string, id: string) => `${date} ${id}`

/** Returns the lessons of these days by date and id, one page of days at a time, without what isn't copied. */
const readTexts = async (db: Db, calendar: CalendarRef, wanted: ReadonlySet<string>, dates: readonly string[]) => {
  const texts = new Map<string, StoredBlock>()
  requireModest({ bytes: await bytesOn(db, calendar, dates), words: 0 })
  for (let left = [...dates].sort(); left.length > 0; ) {
    const { days, isFull } = await pageOfDays(db, calendar, left)
    for (const { date, blocks } of days)
      for (const { taught: _, isLocked: __, usual: ___, ...block } of blocks as StoredBlock[])
        if (wanted.has(keyOf(date, block.id))) texts.set(keyOf(date, block.id), { ...block, hasAlert: false, alertMessage: '' })
    const last = days.at(-1)?.date
    left = isFull && last !== undefined ? left.filter((date) => date > last) : []
  }
  return texts
}

/** Returns the edits that carry a plan out. Throws `refused_by_rule` if that is too much for one operation. */
const changesOf = async (db: Db, calendar: CalendarRef, { days, unplaced, plans }: YearCopyPlan): Promise<Changes> => {
  const moving = plans.filter(({ outcome }) => outcome === 'copied').map(({ plan, from }) => ({ date: from.date, id: plan.id }))
  const copied = [...moving, ...unplaced.map(({ date, block }) => ({ date, id: block.id }))]
  const wanted = new Set(copied.map(({ date, id }) => keyOf(date, id)))
  const texts = await readTexts(db, calendar, wanted, [...new Set(copied.map(({ date }) => date))])
  // Under the keys by which the plan is carried out. The lesson of this year keeps its id.
  const waiting = new Map<string, StoredBlock>()
  for (const { date, blocks } of days)
    for (const { home, id } of blocks) {
      const text = home === date ? undefined : texts.get(home)
      if (text) waiting.set(`${home} ${id}`, { ...text, id })
    }
  const lost = unplaced.flatMap(({ date, block, reason }) => {
    const text = texts.get(keyOf(date, block.id))
    if (!text) return []
    const home = `lost ${date}`
    waiting.set(`${home} ${block.id}`, { ...text, title: block.title })
    return [{ date, block: { ...block, home }, reason }]
  })
  return { ...(await editsOf(db, calendar, { days, unplaced: lost }, waiting)), plans: { count: copied.length, from: null, to: null } }
}

/** Copies the plans of an earlier year. Throws what {@link plannedCopy} throws, and `refused_by_rule` if that is too much for one operation. */
export const copyYear = async (db: Db, call: Call, copy: GivenCopy): Promise<Changed> => {
  const { calendar } = call
  const plan = async (db: Db): Promise<Changes> => changesOf(db, calendar, await plannedCopy(db, calendar, copy))
  return changeDays(db, { ...call, kind: 'yearCopy', plan })
}
