import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import { addDays } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import type { ApplyOptions, ApplyOutcome } from './apply/contract.ts'
import { type TemplateOptions, WEEKDAY_BLOCKS } from './contract.ts'

type Day = Pick<CalendarDay, 'isBlocked'> & { blocks: { length: number } }

/** Returns the effect of applying `blocks` to a day (null if empty). Used by the dialog's preview and by the server. */
export const outcomeOn = (day: Day | null, blocks: readonly unknown[], { mode, blockedDays }: ApplyOptions): ApplyOutcome => {
  if (blocks.length === 0) return 'untouched'
  if (day?.isBlocked && blockedDays === 'skip') return 'skipped'
  if (!day || day.blocks.length === 0) return 'filled'
  return mode === 'add' ? 'added' : 'replaced'
}

/** True if adding `blocks` to the day would exceed the maximum per day. */
export const isTooMany = (day: Day | null, blocks: readonly unknown[], { mode }: ApplyOptions): boolean =>
  mode === 'add' && (day?.blocks.length ?? 0) + blocks.length > MAX.blocksOfDay

/** Maps a weekly template to the dates in the week that starts on `monday`. */
export const daysOfWeekly = <B extends TimeBlock>(
  template: Record<(typeof WEEKDAY_BLOCKS)[number], B[]>,
  monday: string,
): { date: string; blocks: B[] }[] =>
  WEEKDAY_BLOCKS.map((weekday, offset) => ({ date: addDays(monday, offset), blocks: template[weekday] }))

type Block = Pick<TimeBlock, 'title' | 'description' | 'startTime' | 'endTime' | 'hasAlert' | 'alertMessage' | 'classId'>

/** Returns a block as stored in a template, with its class, and with its description and alert only if requested. */
export const withOptions = (block: Block, { includeDescriptions, includeAlerts }: TemplateOptions): Block => ({
  title: block.title,
  startTime: block.startTime,
  endTime: block.endTime,
  description: includeDescriptions ? block.description : '',
  hasAlert: includeAlerts && block.hasAlert,
  alertMessage: includeAlerts && block.hasAlert ? block.alertMessage : '',
  ...(block.classId && { classId: block.classId }),
})
