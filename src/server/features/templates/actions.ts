import { randomUUID } from 'node:crypto'
import { lockUser } from '#server/features/accounts/queries.ts'
import { changeDays, EMPTY_DAY } from '#server/features/calendar/actions.ts'
import { daysOn } from '#server/features/calendar/queries.ts'
import type { StoredBlock } from '#server/features/calendar/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { cleanInTurn } from '#server/lib/html/lesson-html.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { MAX_BLOCKS, type TimeBlock } from '#shared/calendar/contract.ts'
import { formatDay } from '#shared/dates.ts'
import { type Applied, type ApplyOptions, MAX_TEMPLATES, NO_VALID_BLOCK } from '#shared/templates/contract.ts'
import { isTooMany, outcomeOn } from '#shared/templates/rules.ts'
import { countTemplates, insertTemplates, restoreTemplate, type Shelf, templateOn, updateTemplate } from './queries.ts'
import type { TemplateContent, TemplateKind } from './tables.ts'

export const NOT_FOUND = 'Template not found'
const ALL_BLOCKED = 'No lessons on non-instructional days'
const NOTHING_IN_IT = 'This template holds no time blocks.'

type BlockInput = Omit<TimeBlock, 'id' | 'order'>

/** A block as a template keeps it: its HTML cleaned, the alert's message only with the alert. Throws `refused_by_rule`. */
export const kept = async ({ title, description, startTime, endTime, hasAlert, alertMessage }: BlockInput) => ({
  title,
  description: await cleanInTurn(description),
  startTime,
  endTime,
  hasAlert,
  alertMessage: hasAlert ? alertMessage : '',
})

/** The blocks of a day of a template, those without a title dropped, under ids that are unique in it. */
export const keptDay = async (blocks: BlockInput[]): Promise<StoredBlock[]> => {
  const left: StoredBlock[] = []
  for (const block of blocks)
    if (block.title !== '') left.push({ id: `block-${left.length + 1}`, ...(await kept(block)), order: left.length })
  return left
}

/** {@link keptDay} of a daily template; none left of some that were sent is refused. */
export const keptBlocks = async (blocks: BlockInput[]): Promise<StoredBlock[]> => {
  const left = await keptDay(blocks)
  if (left.length === 0) throw new Refused('refused_by_rule', NO_VALID_BLOCK)
  return left
}

const demandRoom = async (db: Db, shelf: Shelf, more: number): Promise<void> => {
  if ((await countTemplates(db, shelf)) + more > MAX_TEMPLATES)
    throw new Refused('refused_by_rule', `You can keep ${MAX_TEMPLATES.toLocaleString('en-US')} templates of a kind. Delete some first.`)
}

/** Puts templates on a person's shelf, all or none; refuses more than `MAX_TEMPLATES` of a kind. */
export const addTemplates = <K extends TemplateKind>(db: Db, shelf: Shelf<K>, made: { name: string; content: TemplateContent[K] }[]) =>
  db.transaction(async (db) => {
    if (made.length === 0) return []
    // Two at once would both count before either is there.
    if (!(await lockUser(db, shelf.owner))) throw new Refused('not_found')
    await demandRoom(db, shelf, made.length)
    return insertTemplates(db, shelf, made)
  })

/** Undo of a deletion, in the 30 days after it. Throws `not_found`; refuses more than `MAX_TEMPLATES` of a kind. */
export const bringBack = (db: Db, owner: string, id: string): Promise<void> =>
  db.transaction(async (db) => {
    await lockUser(db, owner)
    const kind = await restoreTemplate(db, owner, id)
    if (!kind) throw new Refused('not_found', NOT_FOUND)
    await demandRoom(db, { owner, kind }, 0)
  })

/** Changes a template. Throws `not_found`, or `stale` (with the template as it is) when `version` no longer holds. */
export const changeTemplate = async <K extends TemplateKind>(
  db: Db,
  shelf: Shelf<K>,
  change: { id: string; version: number | undefined; name: string; content?: TemplateContent[K] },
) => {
  const changed = await updateTemplate(db, shelf, change)
  if (changed) return changed
  const current = await templateOn(db, shelf, change.id)
  if (!current) throw new Refused('not_found', NOT_FOUND)
  const { content, ...saved } = current
  throw new Refused('stale', 'This template was changed somewhere else in the meantime.', { current: { ...saved, ...content } })
}

type Application = ApplyOptions & {
  owner: string
  now: Date
  /** What the template holds for each date. */
  days: { date: string; blocks: StoredBlock[] }[]
  versions: Record<string, number>
}

/**
 * Puts a template's blocks on days as one operation. A block-out and a note stay; a day for which the template holds
 * nothing is left alone. Throws `stale` for a day that has moved on, `refused_by_rule` when no day would change or one
 * would hold too many blocks.
 */
export const applyBlocks = async (db: Db, { owner, now, days, versions, ...options }: Application): Promise<Applied> => {
  const dates = days.map(({ date }) => date)
  const there = new Map((await daysOn(db, owner, dates)).map((day) => [day.date, day]))
  const planned = days.map(({ date, blocks }) => {
    const day = there.get(date) ?? null
    return { date, blocks, day, outcome: outcomeOn(day, blocks, options) }
  })
  const changed = planned.filter(({ outcome }) => outcome !== 'untouched' && outcome !== 'skipped')
  if (changed.length === 0)
    throw new Refused('refused_by_rule', planned.some(({ outcome }) => outcome === 'skipped') ? ALL_BLOCKED : NOTHING_IN_IT)
  const full = changed.find(({ day, blocks }) => isTooMany(day, blocks, options))
  if (full)
    throw new Refused('refused_by_rule', `A day holds at most ${MAX_BLOCKS} time blocks; ${formatDay(full.date, 'full')} would hold more.`)

  const edits = changed.map(({ date, day, blocks, outcome }) => {
    const before = day ?? EMPTY_DAY
    const fresh = blocks.map((block) => ({ ...block, id: `template-${now.getTime()}-${randomUUID()}` }))
    const after = outcome === 'added' ? [...before.blocks, ...fresh] : fresh
    // The outcome was decided on this version of the day: a newer one refuses the whole.
    return { date, version: versions[date] ?? day?.version ?? 0, to: () => ({ ...before, blocks: after }) }
  })
  const result = await changeDays(db, { owner, actor: owner, kind: 'template', edits, now })
  return { ...result, days: planned.map(({ date, outcome }) => ({ date, outcome })) }
}
