import { formatDay } from '#shared/dates.ts'
import { DateField } from '#web/features/calendar/navigation/date-field.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import type { LaterChoice } from './use-later-lessons.ts'

/** Returns what later lessons get in words, such as 'the new title and times'. */
const inWords = ({ title, times, classId }: LaterChoice['gets']): string => {
  const words = [title && 'title', times && 'times', classId && 'class'].filter((word) => word !== false)
  return `the new ${words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : words[0]}`
}

/** Returns the offer in words, or '' if there is none. */
const offerOf = ({ isOffered, problem, count, until }: LaterChoice, title: string): string => {
  if (!isOffered) return ''
  const lessons = `later ${title} lesson${count === 1 ? '' : 's'}`
  if (problem) return `Also change ${lessons}`
  return count > 0 ? `Also change ${count} ${lessons}` : `No ${lessons} until ${formatDay(until, 'monthDay')}`
}

/** Offers to change later lessons too, while some share the old title or times. `title` is the old one. */
export const LaterLessonsField = ({ later, title }: { later: LaterChoice; title: string }) => {
  const { isOffered, isWanted, setWanted, gets, until, setUntil, first, last, problem } = later
  const offer = offerOf(later, title)
  return (
    <>
      <p role="status" className="sr-only">
        {!isWanted && offer}
      </p>
      {isOffered && (
        // biome-ignore lint/a11y/useSemanticElements: a legend would repeat the checkbox
        <div
          role="group"
          aria-label="Later lessons"
          className="mt-3 grid grid-cols-[1fr_auto] items-center gap-x-5 gap-y-1.5 rounded-control bg-sunken px-3 py-2.5 touch:py-0 phone:grid-cols-1"
        >
          <div className="min-w-0">
            <Checkbox
              label={<span className="font-semibold wrap-anywhere">{offer}</span>}
              checked={isWanted}
              onChange={({ target }) => setWanted(target.checked)}
            />
            {isWanted && (
              <p className="mt-0.5 ml-7 text-caption text-ink-soft touch:-mt-2 touch:pb-2.5">
                They get {inWords(gets)}. Their texts stay, and one Undo takes it all back.
              </p>
            )}
          </div>
          {isWanted && (
            <DateField
              label="Until"
              name="until"
              className="w-[190px] touch:py-2.5 phone:w-full phone:pt-0"
              required
              min={first}
              max={last}
              value={until}
              error={problem}
              onChange={setUntil}
            />
          )}
        </div>
      )}
    </>
  )
}
