import type { TimeBlock } from '#shared/calendar/contract.ts'
import { type DailyTemplate, type TimeBlockTemplate, WEEKDAY_BLOCKS, type WeeklyTemplate } from '#shared/templates/contract.ts'

export type TemplateOf = { timeBlock: TimeBlockTemplate; daily: DailyTemplate; weekly: WeeklyTemplate }
export type TemplateKind = keyof TemplateOf
/** A template tagged with its kind. */
export type AnyTemplate = { [K in TemplateKind]: { kind: K; template: TemplateOf[K] } }[TemplateKind]

/** The fields of a block that we display, whether on a day or in a template. */
export type ShownBlock = Pick<TimeBlock, 'title' | 'description' | 'startTime' | 'endTime' | 'hasAlert' | 'alertMessage' | 'classId'>

/** The content of a template of any kind, saved or not. */
export type TemplateBody =
  | { kind: 'timeBlock'; template: ShownBlock }
  | { kind: 'daily'; template: { blocks?: readonly ShownBlock[] | undefined } }
  | { kind: 'weekly'; template: Record<(typeof WEEKDAY_BLOCKS)[number], readonly ShownBlock[]> }

/** Returns the blocks by day: one day for a time block or daily template, five for a weekly template. */
export const daysIn = ({ kind, template }: TemplateBody): readonly (readonly ShownBlock[])[] => {
  if (kind === 'timeBlock') return [[template]]
  return kind === 'daily' ? [template.blocks ?? []] : WEEKDAY_BLOCKS.map((weekday) => template[weekday])
}

export const blockCount = (body: TemplateBody): number => daysIn(body).reduce((sum, blocks) => sum + blocks.length, 0)

/** Converts Monday to Friday into a weekly template's fields. */
export const byWeekday = (days: readonly (readonly ShownBlock[])[]): Record<(typeof WEEKDAY_BLOCKS)[number], ShownBlock[]> => {
  const [mondayBlocks, tuesdayBlocks, wednesdayBlocks, thursdayBlocks, fridayBlocks] = WEEKDAY_BLOCKS.map((_, index) => [
    ...(days[index] ?? []),
  ]) as [ShownBlock[], ShownBlock[], ShownBlock[], ShownBlock[], ShownBlock[]]
  return { mondayBlocks, tuesdayBlocks, wednesdayBlocks, thursdayBlocks, fridayBlocks }
}
