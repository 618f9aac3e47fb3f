import mammoth from 'mammoth'
import { Unreadable } from './findings.ts'
import type { ReadFile, ReadTask } from './items.ts'

/** Reads a Word document. Throws {@link Unreadable}. */
export const readWord = async ({ content }: ReadTask): Promise<ReadFile> => {
  const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(content, 'base64') })
  throw new Unreadable(`A Word document of ${value.length} characters can’t come in yet.`)
}
