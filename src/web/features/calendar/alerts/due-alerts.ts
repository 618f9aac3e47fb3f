import type { Preferences } from '#shared/accounts/contract.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { formatTime, minutesOf } from '#shared/dates.ts'
import type { PlannedDay } from '#web/features/calendar/model/planned-week.ts'

/** An alert that is at least this many minutes late isn't shown, for example after the computer wakes up. */
const LATEST_MINUTES = 5

/** Returns the day's lessons whose alert is due at this time (`HH:mm`). Returns an empty list on a non-instructional day. */
export const dueAlerts = (day: PlannedDay | undefined, time: string): TimeBlock[] => {
  if (!day || day.marks.isBlocked) return []
  return day.lessons
    .map(({ block }) => block)
    .filter((block) => {
      const late = minutesOf(time) - minutesOf(block.startTime)
      return block.hasAlert && late >= 0 && late < LATEST_MINUTES
    })
}

/**
 * Returns the alert's key, which is the same in every tab. The key includes the start time, so moving a lesson triggers its alert again.
 */
export const alertKey = ({ id, startTime }: TimeBlock): string => `${id} ${startTime}`

/** Returns one message for alerts that are due at the same time. `body` is empty for a single alert without a message. */
export const alertWords = (blocks: readonly TimeBlock[], timeFormat: Preferences['timeFormat']): { title: string; body: string } => {
  const headings = blocks.map(({ title, startTime }) => `${title}, ${formatTime(startTime, timeFormat)}`)
  if (blocks.length === 1) return { title: headings[0] ?? '', body: blocks[0]?.alertMessage ?? '' }
  const lines = blocks.map(({ alertMessage }, at) => (alertMessage ? `${headings[at]}: ${alertMessage}` : headings[at]))
  return { title: `${blocks.length} alerts`, body: lines.join('; ') }
}
