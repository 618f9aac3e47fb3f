import ICAL from 'ical.js'
import { Unreadable } from './findings.ts'
import type { ReadFile, ReadTask } from './items.ts'

/** Reads a calendar. Throws {@link Unreadable}. */
export const readCalendar = async ({ content }: ReadTask): Promise<ReadFile> => {
  const [name] = ICAL.parse(content)
  throw new Unreadable(`A ${name} can’t come in yet.`)
}
