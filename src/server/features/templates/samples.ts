import { AMPLE, calendarOf } from '#server/features/calendar/samples.ts'
import type { Db } from '#server/lib/db/client.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { addTemplates, cleanDay } from './actions.ts'

const only = <T>([created]: T[]): T => {
  if (!created) throw new Error('A created template came back empty')
  return created
}

const templateOwner = async (db: Db, owner: string) => ({ calendar: await calendarOf(db, owner), quota: AMPLE })

type Daily = { owner: string; name?: string; blocks: TimeBlock[] }

export const aDailyTemplate = async (db: Db, { owner, name = 'Normal day', blocks }: Daily) =>
  only(await addTemplates(db, await templateOwner(db, owner), 'daily', [{ name, content: { blocks: await cleanDay(blocks) } }]))

type Weekly = { owner: string; name?: string; monday?: TimeBlock[]; tuesday?: TimeBlock[]; wednesday?: TimeBlock[] }

export const aWeeklyTemplate = async (db: Db, { owner, name = 'Normal week', monday = [], tuesday = [], wednesday = [] }: Weekly) => {
  const content = {
    mondayBlocks: await cleanDay(monday),
    tuesdayBlocks: await cleanDay(tuesday),
    wednesdayBlocks: await cleanDay(wednesday),
    thursdayBlocks: [],
    fridayBlocks: [],
  }
  return only(await addTemplates(db, await templateOwner(db, owner), 'weekly', [{ name, content }]))
}
