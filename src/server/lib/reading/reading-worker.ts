/** The thread that reads files to import (reading.ts). Takes a file, and answers with what is in it, or with why it can't come in. */
import { doTasks } from '#server/lib/threads/one-at-a-time.ts'
import type { ImportKind } from '#shared/imports/rules.ts'
import { Unreadable } from './findings.ts'
import type { ReadAnswer, ReadFile, ReadTask } from './items.ts'

/** Each kind loads its own libraries, so that a spreadsheet doesn't wait for Word's. */
const READERS: Record<ImportKind, (task: ReadTask) => Promise<ReadFile>> = {
  ics: async (task) => (await import('./ics.ts')).readCalendar(task),
  csv: async (task) => (await import('./spreadsheet.ts')).readSpreadsheet(task),
  text: async (task) => (await import('./headed-text.ts')).readHeadedText(task),
  docx: async (task) => (await import('./word.ts')).readWord(task),
  firstbell: async (task) => (await import('./archive.ts')).readArchive(task),
}

doTasks(async (task: ReadTask): Promise<ReadAnswer> => {
  try {
    return { file: await READERS[task.kind](task) }
  } catch (error) {
    if (error instanceof Unreadable) return { unreadable: error.message }
    throw error
  }
})
