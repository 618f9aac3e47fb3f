import { randomUUID } from 'node:crypto'
import { type Changed, changeDays, type DayEdit, EMPTY_DAY, resultOf } from '#server/features/calendar/actions.ts'
import { countBytes, lockCalendar } from '#server/features/calendar/queries.ts'
import { type Quota, requireModest, requireRoom } from '#server/features/calendar/quota/actions.ts'
import { operationDone } from '#server/features/calendar/repeated/actions.ts'
import { makeWordCounter } from '#server/features/calendar/search/actions.ts'
import { sketchesOn } from '#server/features/calendar/shown/queries.ts'
import type { PersonCalendar, StoredBlock } from '#server/features/calendar/tables.ts'
import { lockUser } from '#server/features/people/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { cleanInTurn } from '#server/lib/html/lesson-html.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { bytesOf } from '#server/lib/json/pieces.ts'
import type { OperationKind, TimeBlock } from '#shared/calendar/contract.ts'
import { NO_MARKS } from '#shared/calendar/rules.ts'
import { formatDay } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import type { Applied, ApplyOptions } from '#shared/templates/apply/contract.ts'
import { NO_VALID_BLOCK } from '#shared/templates/contract.ts'
import { isTooMany, outcomeOn } from '#shared/templates/rules.ts'
import {
  bytesOfTemplate,
  countOtherEmergencyPlans,
  countTemplates,
  deleteTemplate,
  insertTemplates,
  type OwnTemplates,
  type Row,
  setChecked,
  templateOn,
  undeleteTemplate,
  updateTemplate,
} from './queries.ts'
import type { TemplateContent, TemplateKind } from './tables.ts'

export const NOT_FOUND = 'Template not found'
const ALL_BLOCKED = 'No lessons on non-instructional days'
const NOTHING_IN_IT = 'This template doesn’t have any time blocks to add.'

type BlockInput = Omit<TimeBlock, 'id' | 'order'>

/**
 * Returns a block in the form that templates store: sanitized HTML, and an alert message only if the alert is on. Throws
 * `refused_by_rule`.
 */
export const cleanBlock = async ({ title, description, startTime, endTime, hasAlert, alertMessage, classId }: BlockInput) => ({
  title,
  description: await cleanInTurn(description),
  startTime,
  endTime,
  hasAlert,
  alertMessage: hasAlert ? alertMessage : '',
  ...(classId && { classId }),
})

/** Returns the blocks of one template day, in order and with unique IDs. Drops blocks without a title. */
export const cleanDay = async (blocks: BlockInput[]): Promise<StoredBlock[]> => {
  const left: StoredBlock[] = []
  for (const block of blocks)
    if (block.title !== '') left.push({ id: `block-${left.length + 1}`, ...(await cleanBlock(block)), order: left.length })
  return left
}

/** Like {@link cleanDay}, but for a daily template. Throws `refused_by_rule` if no blocks are left. */
export const cleanFilledDay = async (blocks: BlockInput[]): Promise<StoredBlock[]> => {
  const left = await cleanDay(blocks)
  if (left.length === 0) throw new Refused('refused_by_rule', NO_VALID_BLOCK)
  return left
}

/** The templates' owner, the calendar whose quota they count toward, and that quota. */
export type TemplateOwner = { calendar: PersonCalendar; quota: Quota }
const ownedBy = <K extends TemplateKind>({ calendar }: TemplateOwner, kind: K): OwnTemplates<K> => ({ owner: calendar.userId, kind })

/** Small enough to send back in one request. */
const MAX_TEMPLATE_BYTES = 2_000_000

const measured = <C extends object>(content: C): { content: C; bytes: number } => {
  const bytes = bytesOf(content)
  if (bytes > MAX_TEMPLATE_BYTES)
    throw new Refused('refused_by_rule', 'This template has too much text (the limit is 2 MB). Shorten a lesson.')
  return { content, bytes }
}

/** Locks the calendar until the transaction ends, checks its quota, and adds the new bytes to its counters. */
const takeRoom = async (
  db: Db,
  { calendar, quota }: TemplateOwner,
  bytes: (db: Db) => Promise<{ lessons: number; history?: number }>,
  isRemoval = false,
) => {
  const used = await lockCalendar(db, calendar)
  if (!used) throw new Refused('not_found')
  // Read the current sizes only after taking the lock.
  const more = { history: 0, ...(await bytes(db)) }
  await requireRoom(db, calendar, quota, { used, ...more, isRemoval })
  if (more.lessons !== 0 || more.history !== 0) await countBytes(db, calendar, more)
}

const requirePlaces = async (db: Db, own: OwnTemplates, more: number): Promise<void> => {
  if ((await countTemplates(db, own)) + more > MAX.templates)
    throw new Refused(
      'refused_by_rule',
      `You’ve reached the limit of ${MAX.templates.toLocaleString('en-US')} templates of this type. Delete some first.`,
    )
}

/**
 * Adds all of the templates or none. Throws `refused_by_rule` if that would exceed `MAX.templates` per kind, or if the calendar is full.
 */
export const addTemplates = <K extends TemplateKind>(
  db: Db,
  owner: TemplateOwner,
  kind: K,
  created: { name: string; content: TemplateContent[K] }[],
) =>
  db.transaction(async (db) => {
    if (created.length === 0) return []
    const rows = created.map(({ name, content }) => ({ name, ...measured(content) }))
    // Take the lock before counting. Otherwise, two concurrent requests could both pass the limit.
    await takeRoom(db, owner, async () => ({ lessons: rows.reduce((sum, { bytes }) => sum + bytes, 0) }))
    await requirePlaces(db, ownedBy(owner, kind), created.length)
    return insertTemplates(db, ownedBy(owner, kind), rows)
  })

/**
 * Puts a daily template on file as an emergency plan, checked at `now`, or takes it off. Throws `not_found`, or `refused_by_rule` above
 * `MAX.emergencyPlans`.
 */
export const keepEmergencyPlan = (
  db: Db,
  { calendar: { userId } }: Pick<TemplateOwner, 'calendar'>,
  { id, isOnFile, now }: { id: string; isOnFile: boolean; now: Date },
) =>
  db.transaction(async (db) => {
    // Two plans put on file at once must not both be the fifth.
    await lockUser(db, userId)
    if (isOnFile && (await countOtherEmergencyPlans(db, userId, id)) >= MAX.emergencyPlans)
      throw new Refused('refused_by_rule', `You can keep ${MAX.emergencyPlans} emergency plans. Take one off file first.`)
    const kept = await setChecked(db, userId, { id, at: isOnFile ? now : null })
    if (!kept) throw new Refused('not_found', NOT_FOUND)
    return kept
  })

/** Soft-deletes a template. It can be restored for 30 days. Throws `not_found`. */
export const removeTemplate = (db: Db, owner: TemplateOwner, kind: TemplateKind, gone: { id: string; now: Date }): Promise<void> =>
  db.transaction(async (db) => {
    await takeRoom(db, owner, async () => ({ lessons: 0 }), true)
    const bytes = await deleteTemplate(db, ownedBy(owner, kind), gone)
    if (bytes === undefined) throw new Refused('not_found', NOT_FOUND)
    await countBytes(db, owner.calendar, { lessons: -bytes, history: bytes })
  })

/**
 * Restores a template deleted in the last 30 days. Throws `not_found`, or `refused_by_rule` if that would exceed `MAX.templates` per kind
 * or the calendar is full.
 */
export const restoreTemplate = (db: Db, owner: TemplateOwner, id: string): Promise<void> =>
  db.transaction(async (db) => {
    await takeRoom(db, owner, async () => ({ lessons: 0 }))
    const back = await undeleteTemplate(db, owner.calendar.userId, id)
    if (!back) throw new Refused('not_found', NOT_FOUND)
    await requirePlaces(db, ownedBy(owner, back.kind), 0)
    await takeRoom(db, owner, async () => ({ lessons: back.bytes, history: -back.bytes }))
  })

type TemplateChange<K extends TemplateKind> = { id: string; version: number | undefined; name: string; content?: TemplateContent[K] }

/** Changes a template. Throws `not_found`, or `stale` with the current template if `version` is outdated. */
export const changeTemplate = <K extends TemplateKind, Shown>(
  db: Db,
  owner: TemplateOwner,
  kind: K,
  { content, ...change }: TemplateChange<K>,
  show: (row: Row<K>) => Shown,
): Promise<Shown> =>
  db.transaction(async (db) => {
    const own = ownedBy(owner, kind)
    const next = content && measured(content)
    await takeRoom(db, owner, async (db) => ({ lessons: next ? next.bytes - (await bytesOfTemplate(db, own, change.id)) : 0 }))
    const changed = await updateTemplate(db, own, { ...change, ...next })
    if (changed) return show(changed)
    const current = await templateOn(db, own, change.id)
    if (!current) throw new Refused('not_found', NOT_FOUND)
    throw new Refused('stale', 'This template was changed in another window. Reload to see the latest version.', { current: show(current) })
  })

type Application = ApplyOptions &
  TemplateOwner & {
    operationId?: string | undefined
    now: Date
    /** The blocks to add to each date. */
    days: { date: string; blocks: StoredBlock[] }[]
    versions: Record<string, number>
  }

/** Throws `refused_by_rule` before anything is written if the change is too large for one operation. */
const requireLittle = async (days: readonly { blocks: StoredBlock[] }[]): Promise<void> => {
  const countWords = makeWordCounter()
  const written = { bytes: 0, words: 0 }
  const known = new Map<StoredBlock[], typeof written>()
  for (const { blocks } of days) {
    const day = known.get(blocks) ?? {
      bytes: bytesOf(blocks),
      words: (await countWords(null, { ...NO_MARKS, blocks }, { before: 0 })).brought,
    }
    known.set(blocks, day)
    written.bytes += day.bytes
    written.words += day.words
  }
  if (days.length > 1) requireModest(written)
}

/**
 * Adds blocks to days as one operation. Doesn't change block-outs or notes, and skips days that receive no blocks. Throws `stale` if a day
 * has changed, and `refused_by_rule` if no day would change or a day would have too many blocks.
 */
export const putBlocks = async (
  db: Db,
  { calendar, quota, now, days, versions, operationId, kind, nothing, ...options }: Application & { kind: OperationKind; nothing: string },
): Promise<{ changed: Changed; days: Applied['days'] }> => {
  const operation = { id: operationId, calendar, actor: calendar.userId, kind }
  const done = await operationDone(db, operation)
  if (done) return { changed: done, days: done.dates.map((date) => ({ date, outcome: 'replaced' })) }
  const dates = days.map(({ date }) => date)
  const sketches = await sketchesOn(db, calendar, dates)
  const there = new Map(sketches.map(({ lessons, ...day }) => [day.date, { ...day, blocks: { length: lessons } }]))
  const planned = days.map(({ date, blocks }) => {
    const day = there.get(date) ?? null
    return { date, blocks, day, outcome: outcomeOn(day, blocks, options) }
  })
  const filled = planned.filter(({ outcome }) => outcome !== 'untouched' && outcome !== 'skipped')
  if (filled.length === 0)
    throw new Refused('refused_by_rule', planned.some(({ outcome }) => outcome === 'skipped') ? ALL_BLOCKED : nothing)
  const full = filled.find(({ day, blocks }) => isTooMany(day, blocks, options))
  if (full)
    throw new Refused(
      'refused_by_rule',
      `${formatDay(full.date, 'full')} doesn’t have room. A day can hold up to ${MAX.blocksOfDay} lessons.`,
    )

  await requireLittle(filled)
  const edits = filled.map(({ date, day, blocks, outcome }): DayEdit => {
    const fresh = blocks.map((block) => ({ ...block, id: `template-${now.getTime()}-${randomUUID()}` }))
    const to: DayEdit['to'] = (before) => ({
      ...(before ?? EMPTY_DAY),
      blocks: outcome === 'added' ? [...(before?.blocks ?? []), ...fresh] : fresh,
    })
    // The outcome is based on this version of the day. If the day has a newer version, the whole operation is rejected.
    return { date, version: versions[date] ?? day?.version ?? 0, to }
  })
  const changed = await changeDays(db, { ...operation, edits, now, quota })
  return { changed, days: planned.map(({ date, outcome }) => ({ date, outcome })) }
}

/** Like {@link putBlocks}, but for applying a template. */
export const applyBlocks = async (db: Db, application: Application) => {
  const { changed, days } = await putBlocks(db, { ...application, kind: 'template', nothing: NOTHING_IN_IT })
  return resultOf<Applied>(db, application.calendar, changed, { days })
}
