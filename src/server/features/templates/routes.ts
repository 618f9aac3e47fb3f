import { ownCalendar } from '#server/features/calendar/policy.ts'
import { dayById } from '#server/features/calendar/queries.ts'
import type { Quota } from '#server/features/calendar/quota/actions.ts'
import { sketchesBetween } from '#server/features/calendar/shown/queries.ts'
import type { StoredBlock } from '#server/features/calendar/tables.ts'
import { quotaFor } from '#server/features/people/policy.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { type Actor, DONE, type Handlers, type Serving, serve } from '#server/lib/http/serve.ts'
import { arrayFrom } from '#server/lib/json/pieces.ts'
import { inDayOrder } from '#shared/calendar/rules.ts'
import { restored } from '#shared/moves/usual-times/rules.ts'
import { templateUse } from '#shared/templates/apply/contract.ts'
import { templates } from '#shared/templates/contract.ts'
import { type TemplateFile, templateFiles } from '#shared/templates/library/contract.ts'
import { repeats } from '#shared/templates/repeats/contract.ts'
import { daysOfWeekly, withOptions } from '#shared/templates/rules.ts'
import {
  addTemplates,
  applyBlocks,
  changeTemplate,
  cleanBlock,
  cleanDay,
  cleanFilledDay,
  keepEmergencyPlan,
  NOT_FOUND,
  putBlocks,
  removeTemplate,
  restoreTemplate,
  type TemplateOwner,
} from './actions.ts'
import { type OwnTemplates, pagesOfTemplates, type Row, templateOn } from './queries.ts'
import type { TemplateContent, TemplateKind } from './tables.ts'

const CALLS = { ...templates, ...templateUse, ...templateFiles }

/** Returns a row in the contract's format. */
const shown = <C extends object>({ id, name, version, content }: { id: string; name: string; version: number; content: C }) => ({
  ...{ id, name, version },
  ...content,
})

const shownDaily = (userId: string) => (row: Row<'daily'>) => ({
  ...shown(row),
  timeBlocks: row.content.blocks,
  userId,
  checkedAt: row.checkedAt?.toISOString() ?? null,
})

type BlockBody = TemplateFile['timeBlocks'][number]
type DailyBody = TemplateFile['daily'][number]
type WeeklyBody = TemplateFile['weekly'][number]

const blockTemplate = async ({ name, ...block }: BlockBody) => ({ name, content: await cleanBlock(block) })
const dailyTemplate = async ({ name, blocks }: DailyBody) => ({ name, content: { blocks: blocks ? await cleanFilledDay(blocks) : [] } })
const weeklyTemplate = async ({ name, ...days }: WeeklyBody) => ({
  name,
  content: {
    mondayBlocks: await cleanDay(days.mondayBlocks),
    tuesdayBlocks: await cleanDay(days.tuesdayBlocks),
    wednesdayBlocks: await cleanDay(days.wednesdayBlocks),
    thursdayBlocks: await cleanDay(days.thursdayBlocks),
    fridayBlocks: await cleanDay(days.fridayBlocks),
  },
})

/** Runs sequentially, because processing a whole file at once would block other requests. */
const inTurn = async <From, To>(items: readonly From[], make: (item: From) => Promise<To>): Promise<To[]> => {
  const created: To[] = []
  for (const item of items) created.push(await make(item))
  return created
}

type TemplateCall = { db: Db; actor: Actor; now: Date }
type OneCall = TemplateCall & { params: { id: string } }

const ownOf = <K extends TemplateKind>({ userId }: Actor, kind: K): OwnTemplates<K> => ({ owner: userId, kind })

const list = <K extends TemplateKind, Shown>({ db, actor }: TemplateCall, kind: K, show: (row: Row<K>) => Shown) => {
  async function* pages() {
    for await (const page of pagesOfTemplates(db, ownOf(actor, kind))) yield page.map(show)
  }
  return arrayFrom<Shown>(pages())
}

type Calls<Names extends keyof typeof CALLS> = Pick<Handlers<typeof CALLS>, Names>

/** Returns the actions shared by all kinds of templates. */
const actionsWith = (quota: Quota) => {
  const ownerOf = (actor: Actor): TemplateOwner => ({ calendar: ownCalendar(actor), quota: quotaFor(actor, quota) })

  const one = async <K extends TemplateKind>({ db, actor, params }: OneCall, kind: K) => {
    const template = await templateOn(db, ownOf(actor, kind), params.id)
    if (!template) throw new Refused('not_found', NOT_FOUND)
    return template
  }
  const add = async <K extends TemplateKind>(
    { db, actor }: TemplateCall,
    kind: K,
    created: { name: string; content: TemplateContent[K] },
  ) => {
    const [template] = await addTemplates(db, ownerOf(actor), kind, [created])
    if (!template) throw new Error('A created template came back empty')
    return template
  }
  const remove = async ({ db, actor, params, now }: OneCall, kind: TemplateKind) => {
    await removeTemplate(db, ownerOf(actor), kind, { ...params, now })
    return DONE
  }
  return { ownerOf, one, add, remove }
}
type Actions = ReturnType<typeof actionsWith>

const ofTimeBlocks = ({
  ownerOf,
  one,
  add,
  remove,
}: Actions): Calls<
  'timeBlockTemplates' | 'timeBlockTemplate' | 'createTimeBlockTemplate' | 'changeTimeBlockTemplate' | 'deleteTimeBlockTemplate'
> => ({
  // Anyone signed in may call this, with or without a plan.
  timeBlockTemplates: (call) => list(call, 'time_block', shown),
  // Anyone signed in may call this, with or without a plan.
  timeBlockTemplate: async (call) => shown(await one(call, 'time_block')),
  // Anyone with an active trial or plan may call this.
  createTimeBlockTemplate: async ({ body, ...call }) => shown(await add(call, 'time_block', await blockTemplate(body))),
  // Anyone with an active trial or plan may call this.
  changeTimeBlockTemplate: async ({ db, actor, params, body: { version, ...body } }) =>
    changeTemplate(db, ownerOf(actor), 'time_block', { ...params, version, ...(await blockTemplate(body)) }, shown),
  // Anyone with an active trial or plan may call this.
  deleteTimeBlockTemplate: (call) => remove(call, 'time_block'),
})

const ofDays = ({
  ownerOf,
  one,
  add,
  remove,
}: Actions): Calls<
  | 'dailyTemplates'
  | 'createDailyTemplate'
  | 'saveDayAsTemplate'
  | 'changeDailyTemplate'
  | 'applyDailyTemplate'
  | 'keepEmergencyPlan'
  | 'deleteDailyTemplate'
> => ({
  // Anyone signed in may call this, with or without a plan.
  dailyTemplates: (call) => list(call, 'daily', shownDaily(call.actor.userId)),
  // Anyone with an active trial or plan may call this.
  createDailyTemplate: async ({ body: { name, timeBlocks, blocks = timeBlocks }, ...call }) =>
    shownDaily(call.actor.userId)(await add(call, 'daily', await dailyTemplate({ name, blocks }))),
  // Anyone with an active trial or plan may call this.
  saveDayAsTemplate: async ({ params, body: { templateName: name, ...options }, ...call }) => {
    const day = await dayById(call.db, ownCalendar(call.actor), params.id)
    if (!day) throw new Refused('not_found')
    const blocks = inDayOrder(restored(day.blocks)).map((block) => withOptions(block, options))
    if (blocks.length === 0) throw new Refused('refused_by_rule', 'No time blocks found for this day')
    return shownDaily(call.actor.userId)(await add(call, 'daily', await dailyTemplate({ name, blocks })))
  },
  // Anyone with an active trial or plan may call this.
  changeDailyTemplate: async ({ db, actor, params, body: { version, name, timeBlocks, blocks = timeBlocks } }) => {
    const change = { ...params, version, name, ...(blocks && { content: { blocks: await cleanFilledDay(blocks) } }) }
    return changeTemplate(db, ownerOf(actor), 'daily', change, shownDaily(actor.userId))
  },
  // Anyone with an active trial or plan may call this.
  applyDailyTemplate: async ({ body: { date, ...options }, ...call }) => {
    const { content } = await one(call, 'daily')
    return applyBlocks(call.db, { ...ownerOf(call.actor), now: call.now, days: [{ date, blocks: content.blocks }], ...options })
  },
  // Anyone with an active trial or plan may call this.
  keepEmergencyPlan: async ({ db, actor, now, params, body }) =>
    shownDaily(actor.userId)(await keepEmergencyPlan(db, ownerOf(actor), { ...params, ...body, now })),
  // Anyone with an active trial or plan may call this.
  deleteDailyTemplate: (call) => remove(call, 'daily'),
})

const ofWeeks = ({
  ownerOf,
  one,
  add,
  remove,
}: Actions): Calls<
  'weeklyTemplates' | 'createWeeklyTemplate' | 'changeWeeklyTemplate' | 'applyWeeklyTemplate' | 'deleteWeeklyTemplate'
> => ({
  // Anyone signed in may call this, with or without a plan.
  weeklyTemplates: (call) => list(call, 'weekly', shown),
  // Anyone with an active trial or plan may call this.
  createWeeklyTemplate: async ({ body, ...call }) => shown(await add(call, 'weekly', await weeklyTemplate(body))),
  // Anyone with an active trial or plan may call this.
  changeWeeklyTemplate: async ({ db, actor, params, body: { version, ...body } }) =>
    changeTemplate(db, ownerOf(actor), 'weekly', { ...params, version, ...(await weeklyTemplate(body)) }, shown),
  // Anyone with an active trial or plan may call this.
  applyWeeklyTemplate: async ({ body: { weekStartDate, from = weekStartDate, ...options }, ...call }) => {
    const { content } = await one(call, 'weekly')
    const days = daysOfWeekly(content, weekStartDate).filter(({ date }) => date >= from)
    return applyBlocks(call.db, { ...ownerOf(call.actor), now: call.now, days, ...options })
  },
  // Anyone with an active trial or plan may call this.
  deleteWeeklyTemplate: (call) => remove(call, 'weekly'),
})

const ofAllKinds = ({ ownerOf }: Actions): Calls<'restoreTemplate' | 'importTemplates'> => ({
  // Anyone with an active trial or plan may call this.
  restoreTemplate: async ({ db, actor, params }) => {
    await restoreTemplate(db, ownerOf(actor), params.id)
    return DONE
  },

  // Anyone with an active trial or plan may call this.
  importTemplates: async ({ db, actor, body }) => {
    const timeBlocks = await inTurn(body.timeBlocks, blockTemplate)
    const daily = await inTurn(body.daily, dailyTemplate)
    const weekly = await inTurn(body.weekly, weeklyTemplate)
    const owner = ownerOf(actor)
    return db.transaction(async (db) => {
      await addTemplates(db, owner, 'time_block', timeBlocks)
      await addTemplates(db, owner, 'daily', daily)
      await addTemplates(db, owner, 'weekly', weekly)
      return { timeBlocks: timeBlocks.length, daily: daily.length, weekly: weekly.length }
    })
  },
})

const NOTHING_TO_REPEAT = 'There aren’t any lessons to repeat.'

const ofRepeats = (quota: Quota): Handlers<typeof repeats> => ({
  // Anyone signed in may call this, with or without a plan.
  sketches: ({ db, actor, query: { from, to } }) => sketchesBetween(db, ownCalendar(actor), from, to),

  // Anyone with an active trial or plan may call this.
  repeat: async ({ db, actor, now, body: { patterns, days, mode, operationId } }) => {
    // Sanitize each pattern once, regardless of how many days use it.
    const clean: StoredBlock[][] = []
    for (const blocks of patterns) clean.push(await cleanDay(blocks))
    const versions = Object.fromEntries(days.flatMap(({ date, version }) => (version === undefined ? [] : [[date, version]])))
    const { changed, days: outcomes } = await putBlocks(db, {
      calendar: ownCalendar(actor),
      quota: quotaFor(actor, quota),
      now,
      kind: 'repeat',
      nothing: NOTHING_TO_REPEAT,
      days: days.map(({ date, pattern }) => ({ date, blocks: clean[pattern] ?? [] })),
      versions,
      mode,
      blockedDays: 'skip',
      operationId,
    })
    return { operationId: changed.operationId, days: outcomes }
  },
})

export const templateRoutes = (serving: Serving, quota: Quota): void => {
  const actions = actionsWith(quota)
  serve(serving, repeats, ofRepeats(quota))
  serve(serving, CALLS, { ...ofTimeBlocks(actions), ...ofDays(actions), ...ofWeeks(actions), ...ofAllKinds(actions) })
}
