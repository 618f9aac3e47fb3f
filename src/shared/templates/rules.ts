import { type CalendarDay, MAX_BLOCKS, type TimeBlock } from '#shared/calendar/contract.ts'
import { addDays } from '#shared/dates.ts'
import { type ApplyOptions, type ApplyOutcome, type TemplateOptions, WEEKDAY_BLOCKS } from './contract.ts'

type Day = Pick<CalendarDay, 'isBlocked'> & { blocks: { length: number } }

/** What applying `blocks` does to a day (null: nothing is there): what the dialog predicts and the server does. */
export const outcomeOn = (day: Day | null, blocks: readonly unknown[], { mode, blockedDays }: ApplyOptions): ApplyOutcome => {
  if (blocks.length === 0) return 'untouched'
  if (day?.isBlocked && blockedDays === 'skip') return 'skipped'
  if (!day || day.blocks.length === 0) return 'filled'
  return mode === 'add' ? 'added' : 'replaced'
}

/** True when adding `blocks` beside those of a day would make more than a day holds. */
export const isTooMany = (day: Day | null, blocks: readonly unknown[], { mode }: ApplyOptions): boolean =>
  mode === 'add' && (day?.blocks.length ?? 0) + blocks.length > MAX_BLOCKS

/** The blocks a weekly template holds for each day of the week that begins on `monday`. */
export const daysOfWeekly = <B extends TimeBlock>(
  template: Record<(typeof WEEKDAY_BLOCKS)[number], B[]>,
  monday: string,
): { date: string; blocks: B[] }[] =>
  WEEKDAY_BLOCKS.map((weekday, offset) => ({ date: addDays(monday, offset), blocks: template[weekday] }))

type Block = Pick<TimeBlock, 'title' | 'description' | 'startTime' | 'endTime' | 'hasAlert' | 'alertMessage'>

/** A block as it goes into a template: descriptions and alerts only where they were asked for. */
export const withOptions = (block: Block, { includeDescriptions, includeAlerts }: TemplateOptions): Block => ({
  title: block.title,
  startTime: block.startTime,
  endTime: block.endTime,
  description: includeDescriptions ? block.description : '',
  hasAlert: includeAlerts && block.hasAlert,
  alertMessage: includeAlerts && block.hasAlert ? block.alertMessage : '',
})
