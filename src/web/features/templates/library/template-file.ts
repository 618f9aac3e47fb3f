/** Templates as a file, to be handed to a colleague. */
import * as z from 'zod/mini'
import { TemplateFile } from '#shared/templates/contract.ts'
import type { TemplateOf } from '#web/features/templates/template-kinds.ts'

/** What the server takes in one request. */
export const MAX_FILE_BYTES = 2 * 1024 * 1024
const FORMAT = 'firstbell-templates'
const NOT_OURS = 'This is not a file of templates from Firstbell.'

/** Why a file was refused, as a sentence fit to be shown. */
export class BadFile extends Error {}

type Lists = {
  timeBlocks: readonly TemplateOf['timeBlock'][]
  daily: readonly TemplateOf['daily'][]
  weekly: readonly TemplateOf['weekly'][]
}

/** Without ids, versions and owners: parsing drops what is not in the schema. */
export const writeTemplateFile = (lists: Lists): string => JSON.stringify({ format: FORMAT, ...TemplateFile.parse(lists) }, null, 2)

/** Returns what a file holds, checked as the server will check it. Throws {@link BadFile}. */
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
    throw new BadFile(`Something in this file is not right (${issue?.path.join(' › ')}: ${issue?.message}).`)
  }
  if (data.timeBlocks.length + data.daily.length + data.weekly.length === 0) throw new BadFile('There are no templates in this file.')
  return data
}
