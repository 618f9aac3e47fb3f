import type { Preferences } from '#shared/accounts/contract.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { formatTime } from '#shared/dates.ts'
import { useClock } from '#web/lib/use-clock.ts'
import './now-mark.css'

export type Phase = 'past' | 'running' | undefined

/** How lessons stand to the wall clock: which are over, which run, and before which one (by its place) the mark stands. */
export type NowPlace = { phases: readonly Phase[]; mark: number }

const LETTERS: Record<string, Phase> = { p: 'past', r: 'running' }
const NOT_TODAY: NowPlace = { phases: [], mark: -1 }

type Stretch = Pick<TimeBlock, 'startTime' | 'endTime'>

/** A letter for each lesson: past, running, to come. A text, which is the same as long as nothing begins or ends. */
export const lettersAt = (blocks: readonly Stretch[], time: string): string =>
  blocks.map(({ startTime, endTime }) => (endTime <= time ? 'p' : startTime <= time ? 'r' : 'c')).join('')

/** Returns where the wall clock stands among lessons in their order: before the first that is not over. */
export const nowPlaceOf = (letters: string): NowPlace => {
  const first = letters.search(/[^p]/)
  return { phases: [...letters].map((letter) => LETTERS[letter]), mark: first === -1 ? letters.length : first }
}

/** The same for the lessons of a day, followed as lessons begin and end; on other days than today there is no mark. */
export const useNowPlace = (blocks: readonly Stretch[], timezone: string, isToday: boolean): NowPlace => {
  const letters = useClock(timezone, (time) => lettersAt(blocks, time), isToday && blocks.length > 0)
  return letters === '' ? NOT_TODAY : nowPlaceOf(letters)
}

/** The line at the current time. It alone is drawn again each minute. */
export const NowMark = ({ timezone, timeFormat }: { timezone: string; timeFormat: Preferences['timeFormat'] }) => (
  <span className="now-mark">Now {useClock(timezone, (time) => formatTime(time, timeFormat))}</span>
)
