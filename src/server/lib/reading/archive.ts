import { strFromU8 } from 'fflate'
import { Unreadable } from './findings.ts'
import type { ReadFile, ReadTask } from './items.ts'

/** Reads the export of a Firstbell account. Throws {@link Unreadable}. */
export const readArchive = async ({ content }: ReadTask): Promise<ReadFile> => {
  const start = strFromU8(Buffer.from(content.slice(0, 4), 'base64'))
  throw new Unreadable(`An archive that starts with ${start} can’t come in yet.`)
}
