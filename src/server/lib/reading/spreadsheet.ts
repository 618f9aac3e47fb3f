import { Unreadable } from './findings.ts'
import type { ReadFile, ReadTask } from './items.ts'

/** Reads a spreadsheet. Throws {@link Unreadable}. */
export const readSpreadsheet = async (_task: ReadTask): Promise<ReadFile> => {
  throw new Unreadable('This kind of file can’t come in yet.')
}
