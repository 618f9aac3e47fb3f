import type { Preferences } from '#shared/accounts/contract.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { formatTime, minutesOf } from '#shared/dates.ts'
import type { PlannedDay } from '#web/features/calendar/model/planned-week.ts'

/** A computer that wakes later than so many minutes after the start tells nothing any more. */
const LATEST_MINUTES = 5

/** The lessons of today whose alert is due at this time (`HH:mm`), first the earliest. None on a non-instructional day. */
export const dueAlerts = (day: PlannedDay | undefined, time: string): TimeBlock[] => {
  if (!day || day.marks.isBlocked) return []
  return day.lessons
    .map(({ block }) => block)
    .filter((block) => {
      const late = minutesOf(time) - minutesOf(block.startTime)
      return block.hasAlert && late >= 0 && late < LATEST_MINUTES
    })
}

/** What an alert is known by among tabs: a lesson that is moved rings again at its new start. */
export const alertKey = ({ id, startTime }: TimeBlock): string => `${id} ${startTime}`

/** What alerts of the same minute say, in one message. Empty `body` for an alert without a message. */
export const alertWords = (blocks: readonly TimeBlock[], timeFormat: Preferences['timeFormat']): { title: string; body: string } => {
  const headings = blocks.map(({ title, startTime }) => `${title}, ${formatTime(startTime, timeFormat)}`)
  if (blocks.length === 1) return { title: headings[0] ?? '', body: blocks[0]?.alertMessage ?? '' }
  const lines = blocks.map(({ alertMessage }, at) => (alertMessage ? `${headings[at]}: ${alertMessage}` : headings[at]))
  return { title: `${blocks.length} alerts`, body: lines.join('; ') }
}
