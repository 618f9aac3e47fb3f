import { addMinutes, minutesOf } from '#shared/dates.ts'
import type { Times } from '#web/features/timetables/model/grid.ts'
import { timesIn } from '#web/features/timetables/paste/times.ts'

/** Without a typed end, a row keeps its length, or gets this one, in minutes. */
const USUAL_LENGTH = 45

/** Returns the times that a teacher typed for a row, or null if the text has none. A missing end keeps the row's length. */
export const timesFrom = (typed: string, rows: readonly Times[], row: number): Times | null => {
  const before = rows[row - 1]?.startTime ?? ''
  const read = timesIn(typed, before)
  if (!read) return null
  const { startTime = '', endTime = '' } = rows[row] ?? {}
  const length = startTime !== '' && startTime < endTime ? minutesOf(endTime) - minutesOf(startTime) : USUAL_LENGTH
  return { startTime: read.startTime, endTime: read.endTime ?? addMinutes(read.startTime, length) }
}

/** Returns the times that a new row gets: after the last row, and as long. */
export const timesAfter = (rows: readonly Times[]): Times => {
  const { startTime = '', endTime = '' } = rows.at(-1) ?? {}
  if (startTime === '' || startTime >= endTime)
    return rows.length === 0 ? { startTime: '08:00', endTime: '08:45' } : { startTime: '', endTime: '' }
  const end = addMinutes(endTime, minutesOf(endTime) - minutesOf(startTime))
  return end > endTime ? { startTime: endTime, endTime: end } : { startTime: '', endTime: '' }
}

/** Returns the rows with all times earlier or later, or null if one would leave the day. */
export const shiftedTimes = (rows: readonly Times[], minutes: number): Times[] | null => {
  const moved = rows.map(({ startTime, endTime }) =>
    startTime === '' || endTime === ''
      ? { startTime, endTime }
      : { startTime: addMinutes(startTime, minutes), endTime: addMinutes(endTime, minutes) },
  )
  const isWhole = moved.every(({ startTime, endTime }, place) => {
    const before = rows[place] as Times
    return (
      startTime === '' ||
      (minutesOf(startTime) - minutesOf(before.startTime) === minutes && minutesOf(endTime) - minutesOf(before.endTime) === minutes)
    )
  })
  return isWhole ? moved : null
}
