import type { Preferences } from '#shared/accounts/contract.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { formatTime } from '#shared/dates.ts'
import { useClock } from '#web/lib/time/use-clock.ts'
import './now-mark.css'

export type Phase = 'past' | 'running' | undefined

/** Lessons relative to the current time: each lesson's phase, and the index of the lesson after the mark. */
export type NowPlace = { phases: readonly Phase[]; mark: number }

const LETTERS: Record<string, Phase> = { p: 'past', r: 'running' }
const NOT_TODAY: NowPlace = { phases: [], mark: -1 }

type Stretch = Pick<TimeBlock, 'startTime' | 'endTime'>

/** Returns one letter per lesson: past (p), running (r), or coming (c). The string doesn't change until a lesson starts or ends. */
export const lettersAt = (blocks: readonly Stretch[], time: string): string =>
  blocks.map(({ startTime, endTime }) => (endTime <= time ? 'p' : startTime <= time ? 'r' : 'c')).join('')

/** Returns the position of the current time among sorted lessons: before the first lesson that isn't over. */
export const nowPlaceOf = (letters: string): NowPlace => {
  const first = letters.search(/[^p]/)
  return { phases: [...letters].map((letter) => LETTERS[letter]), mark: first === -1 ? letters.length : first }
}

/** Returns the {@link NowPlace} for a day's lessons, updated as lessons start and end. Days other than today have no mark. */
export const useNowPlace = (blocks: readonly Stretch[], timezone: string, isToday: boolean): NowPlace => {
  const letters = useClock(timezone, (time) => lettersAt(blocks, time), isToday && blocks.length > 0)
  return letters === '' ? NOT_TODAY : nowPlaceOf(letters)
}

/** The line that marks the current time. Only this component re-renders every minute. */
export const NowMark = ({ timezone, timeFormat }: { timezone: string; timeFormat: Preferences['timeFormat'] }) => (
  <span className="now-mark">Now {useClock(timezone, (time) => formatTime(time, timeFormat))}</span>
)
