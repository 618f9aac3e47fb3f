import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { type Serving, serve } from '#server/lib/http/serve.ts'
import { type TemplateFile, templates } from '#shared/templates/contract.ts'
import { daysOfWeekly } from '#shared/templates/rules.ts'
import { addTemplates, applyBlocks, bringBack, changeTemplate, kept, keptBlocks, keptDay, NOT_FOUND } from './actions.ts'
import { deleteTemplate, type Shelf, templateOn, templatesOn } from './queries.ts'
import type { TemplateContent, TemplateKind } from './tables.ts'

const shelfOf = <K extends TemplateKind>({ userId }: { userId: string }, kind: K): Shelf<K> => ({ owner: userId, kind })

/** A row as the contract has it: what it holds beside its name. */
const shown = <C extends object>({ content, ...saved }: { id: string; name: string; version: number; content: C }) => ({
  ...saved,
  ...content,
})

const one = async <K extends TemplateKind>(db: Db, shelf: Shelf<K>, id: string) => {
  const template = await templateOn(db, shelf, id)
  if (!template) throw new Refused('not_found', NOT_FOUND)
  return template
}
const add = async <K extends TemplateKind>(db: Db, shelf: Shelf<K>, made: { name: string; content: TemplateContent[K] }) => {
  const [template] = await addTemplates(db, shelf, [made])
  if (!template) throw new Error('A made template came back empty')
  return template
}
const remove = async (db: Db, shelf: Shelf, gone: { id: string; now: Date }) => {
  if (!(await deleteTemplate(db, shelf, gone))) throw new Refused('not_found', NOT_FOUND)
  return { success: true }
}

type BlockBody = TemplateFile['timeBlocks'][number]
type DailyBody = TemplateFile['daily'][number]
type WeeklyBody = TemplateFile['weekly'][number]

const blockMade = async ({ name, ...block }: BlockBody) => ({ name, content: await kept(block) })
const dailyMade = async ({ name, blocks }: DailyBody) => ({ name, content: { blocks: blocks ? await keptBlocks(blocks) : [] } })
const weeklyMade = async ({ name, ...days }: WeeklyBody) => ({
  name,
  content: {
    mondayBlocks: await keptDay(days.mondayBlocks),
    tuesdayBlocks: await keptDay(days.tuesdayBlocks),
    wednesdayBlocks: await keptDay(days.wednesdayBlocks),
    thursdayBlocks: await keptDay(days.thursdayBlocks),
    fridayBlocks: await keptDay(days.fridayBlocks),
  },
})

/** One after another: all of a file at once would let nobody in between. */
const inTurn = async <From, To>(items: readonly From[], make: (item: From) => Promise<To>): Promise<To[]> => {
  const made: To[] = []
  for (const item of items) made.push(await make(item))
  return made
}

export const templateRoutes = (serving: Serving): void =>
  serve(serving, templates, {
    timeBlockTemplates: async ({ db, actor }) => (await templatesOn(db, shelfOf(actor, 'time_block'))).map(shown),
    timeBlockTemplate: async ({ db, actor, params }) => shown(await one(db, shelfOf(actor, 'time_block'), params.id)),
    createTimeBlockTemplate: async ({ db, actor, body, created }) => {
      const template = await add(db, shelfOf(actor, 'time_block'), await blockMade(body))
      created()
      return shown(template)
    },
    changeTimeBlockTemplate: async ({ db, actor, params, body: { version, ...body } }) =>
      shown(await changeTemplate(db, shelfOf(actor, 'time_block'), { id: params.id, version, ...(await blockMade(body)) })),
    deleteTimeBlockTemplate: ({ db, actor, params, now }) => remove(db, shelfOf(actor, 'time_block'), { ...params, now }),

    dailyTemplates: async ({ db, actor }) =>
      (await templatesOn(db, shelfOf(actor, 'daily'))).map((template) => ({ ...shown(template), userId: actor.userId })),
    createDailyTemplate: async ({ db, actor, body, created }) => {
      const template = await add(db, shelfOf(actor, 'daily'), await dailyMade(body))
      created()
      return { ...shown(template), userId: actor.userId }
    },
    changeDailyTemplate: async ({ db, actor, params, body: { version, name, blocks } }) => {
      const change = { id: params.id, version, name, ...(blocks && { content: { blocks: await keptBlocks(blocks) } }) }
      return { ...shown(await changeTemplate(db, shelfOf(actor, 'daily'), change)), userId: actor.userId }
    },
    applyDailyTemplate: async ({ db, actor, now, params, body: { date, ...options } }) => {
      const { content } = await one(db, shelfOf(actor, 'daily'), params.id)
      return applyBlocks(db, { owner: actor.userId, now, days: [{ date, blocks: content.blocks }], ...options })
    },
    deleteDailyTemplate: ({ db, actor, params, now }) => remove(db, shelfOf(actor, 'daily'), { ...params, now }),

    weeklyTemplates: async ({ db, actor }) => (await templatesOn(db, shelfOf(actor, 'weekly'))).map(shown),
    createWeeklyTemplate: async ({ db, actor, body, created }) => {
      const template = await add(db, shelfOf(actor, 'weekly'), await weeklyMade(body))
      created()
      return shown(template)
    },
    changeWeeklyTemplate: async ({ db, actor, params, body: { version, ...body } }) =>
      shown(await changeTemplate(db, shelfOf(actor, 'weekly'), { id: params.id, version, ...(await weeklyMade(body)) })),
    applyWeeklyTemplate: async ({ db, actor, now, params, body: { weekStartDate, ...options } }) => {
      const { content } = await one(db, shelfOf(actor, 'weekly'), params.id)
      return applyBlocks(db, { owner: actor.userId, now, days: daysOfWeekly(content, weekStartDate), ...options })
    },
    deleteWeeklyTemplate: ({ db, actor, params, now }) => remove(db, shelfOf(actor, 'weekly'), { ...params, now }),

    restoreTemplate: async ({ db, actor, params }) => {
      await bringBack(db, actor.userId, params.id)
      return { success: true }
    },

    importTemplates: async ({ db, actor, body }) => {
      const timeBlocks = await inTurn(body.timeBlocks, blockMade)
      const daily = await inTurn(body.daily, dailyMade)
      const weekly = await inTurn(body.weekly, weeklyMade)
      return db.transaction(async (db) => {
        await addTemplates(db, shelfOf(actor, 'time_block'), timeBlocks)
        await addTemplates(db, shelfOf(actor, 'daily'), daily)
        await addTemplates(db, shelfOf(actor, 'weekly'), weekly)
        return { timeBlocks: timeBlocks.length, daily: daily.length, weekly: weekly.length }
      })
    },
  })
