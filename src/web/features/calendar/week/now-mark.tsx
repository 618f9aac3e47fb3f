import type { Preferences } from '#shared/accounts/contract.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { formatTime } from '#shared/dates.ts'
import { useClock } from '#web/lib/time/use-clock.ts'
import './now-mark.css'

export type Phase = 'past' | 'running' | undefined

/** Lessons relative to the current time: which are past or running, and the index of the lesson after the mark. */
export type NowPlace = { phases: readonly Phase[]; mark: number }

const LETTERS: Record<string, Phase> = { p: 'past', r: 'running' }
const NOT_TODAY: NowPlace = { phases: [], mark: -1 }

type Stretch = Pick<TimeBlock, 'startTime' | 'endTime'>

/** Returns one letter per lesson: past, running, or coming. The string stays the same until a lesson starts or ends. */
export const lettersAt = (blocks: readonly Stretch[], time: string): string =>
  blocks.map(({ startTime, endTime }) => (endTime <= time ? 'p' : startTime <= time ? 'r' : 'c')).join('')

/** Returns where the current time is among sorted lessons: before the first one that isn't over. */
export const nowPlaceOf = (letters: string): NowPlace => {
  const first = letters.search(/[^p]/)
  return { phases: [...letters].map((letter) => LETTERS[letter]), mark: first === -1 ? letters.length : first }
}

/** The same for a day's lessons, updated as lessons start and end. Days other than today have no mark. */
export const useNowPlace = (blocks: readonly Stretch[], timezone: string, isToday: boolean): NowPlace => {
  const letters = useClock(timezone, (time) => lettersAt(blocks, time), isToday && blocks.length > 0)
  return letters === '' ? NOT_TODAY : nowPlaceOf(letters)
}

/** The line at the current time. Only this renders again each minute. */
export const NowMark = ({ timezone, timeFormat }: { timezone: string; timeFormat: Preferences['timeFormat'] }) => (
  <span className="now-mark">Now {useClock(timezone, (time) => formatTime(time, timeFormat))}</span>
)
