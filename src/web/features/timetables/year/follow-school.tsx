import { clsx } from 'clsx'
import { formatDay } from '#shared/dates.ts'
import { numberInWords } from '#shared/timetables/numbering/rules.ts'
import type { SchoolYear } from '#shared/timetables/school/contract.ts'
import type { SchoolOfTeacher } from '#web/features/calendar/days/timetables/school-calls.ts'
import { followedYear, type TimetableDraft, yearFrom } from '#web/features/timetables/model/timetable-draft.ts'
import { Checkbox } from '#web/ui/field.tsx'

const rhythmWords = ({ rhythm }: SchoolYear): string => {
  if (rhythm.kind === 'weekly') return 'every week'
  if (rhythm.kind === 'ab') return 'A and B weeks'
  return `a cycle of ${rhythm.days} days that ${rhythm.onDayOff === 'wait' ? 'waits' : 'goes on'} on days off`
}

/** Says which day of the cycle the next school day is: 'Today is Day 3'. */
const dayWords = ({ rhythm, numbers }: SchoolYear, today: string): string | false => {
  const [date] = Object.keys(numbers)
    .filter((one) => one >= today)
    .sort()
  if (date === undefined) return false
  return `${date === today ? 'today' : formatDay(date, 'short')} is ${numberInWords(rhythm, numbers[date])}`
}

type FollowSchoolProps = {
  draft: TimetableDraft
  school: SchoolOfTeacher
  today: string
  onChange: (changed: Partial<TimetableDraft>) => void
}

/** Lets the school's year decide the dates, the rhythm and the numbers. Renders nothing if the school has no year to follow. */
export const FollowSchool = ({ draft, school: { schoolName, year }, today, onChange }: FollowSchoolProps) => {
  if (!followedYear({ followsSchool: true }, year, today) || !year) return null
  const { followsSchool } = draft
  // What the school decided is a good start for the teacher's own choices.
  const change = (follows: boolean) => onChange(follows ? { followsSchool: true } : { followsSchool: false, ...yearFrom(year) })
  const words = [
    `${formatDay(year.firstDay, 'medium')} – ${formatDay(year.lastDay, 'medium')}`,
    rhythmWords(year),
    dayWords(year, today),
  ].filter(Boolean)
  return (
    <div
      className={clsx(
        'rounded-card border px-3.5 py-2.5 touch:py-0',
        followsSchool ? 'border-brand bg-brand-soft' : 'border-line bg-surface',
      )}
    >
      <Checkbox
        checked={followsSchool}
        onChange={({ target }) => change(target.checked)}
        label={
          <>
            <b className="block font-semibold">{`Follow ${schoolName ?? 'your school'}’s year`}</b>
            <span className={clsx('text-label', !followsSchool && 'text-ink-soft')}>
              {words.join(' · ')}
              {followsSchool && '. You’re asked before anything changes.'}
            </span>
          </>
        }
      />
    </div>
  )
}
