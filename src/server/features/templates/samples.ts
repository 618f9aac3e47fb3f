import { AMPLE, calendarOf } from '#server/features/calendar/samples.ts'
import type { Db } from '#server/lib/db/client.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { addTemplates, keptDay } from './actions.ts'

const only = <T>([made]: T[]): T => {
  if (!made) throw new Error('A made template came back empty')
  return made
}

const shelvesOf = async (db: Db, owner: string) => ({ calendar: await calendarOf(db, owner), quota: AMPLE })

type Daily = { owner: string; name?: string; blocks: TimeBlock[] }

export const aDailyTemplate = async (db: Db, { owner, name = 'Normal day', blocks }: Daily) =>
  only(await addTemplates(db, await shelvesOf(db, owner), 'daily', [{ name, content: { blocks: await keptDay(blocks) } }]))

type Weekly = { owner: string; name?: string; monday?: TimeBlock[]; tuesday?: TimeBlock[]; wednesday?: TimeBlock[] }

export const aWeeklyTemplate = async (db: Db, { owner, name = 'Normal week', monday = [], tuesday = [], wednesday = [] }: Weekly) => {
  const content = {
    mondayBlocks: await keptDay(monday),
    tuesdayBlocks: await keptDay(tuesday),
    wednesdayBlocks: await keptDay(wednesday),
    thursdayBlocks: [],
    fridayBlocks: [],
  }
  return only(await addTemplates(db, await shelvesOf(db, owner), 'weekly', [{ name, content }]))
}
