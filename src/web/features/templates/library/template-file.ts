/** Reads and writes template files, which teachers share with colleagues. */
import * as z from 'zod/mini'
import { TemplateFile } from '#shared/templates/library/contract.ts'
import type { TemplateOf } from '#web/features/templates/template-kinds.ts'

/** The server's maximum size for a request body. */
export const MAX_FILE_BYTES = 2 * 1024 * 1024
const FORMAT = 'firstbell-templates'
const NOT_OURS = 'This isn’t a Firstbell template file.'

/** Thrown when a file can't be imported. The teacher sees the message. */
export class BadFile extends Error {}

type Lists = {
  timeBlocks: readonly TemplateOf['timeBlock'][]
  daily: readonly TemplateOf['daily'][]
  weekly: readonly TemplateOf['weekly'][]
}

/** Returns the templates as JSON. The schema strips ids, versions and owners. */
export const writeTemplateFile = (lists: Lists): string => JSON.stringify({ format: FORMAT, ...TemplateFile.parse(lists) }, null, 2)

/** Parses a template file and validates it against the server's schema. Throws {@link BadFile}. */
export const readTemplateFile = (text: string): TemplateFile => {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new BadFile(NOT_OURS)
  }
  if (!z.safeParse(z.object({ format: z.literal(FORMAT) }), json).success) throw new BadFile(NOT_OURS)
  const { success, data, error } = TemplateFile.safeParse(json)
  if (!success) {
    const issue = error.issues[0]
    throw new BadFile(`We can’t read this file (${issue?.path.join(' › ')}: ${issue?.message}). Export it again and retry.`)
  }
  if (data.timeBlocks.length + data.daily.length + data.weekly.length === 0) throw new BadFile('This file doesn’t have any templates.')
  return data
}
