import { Check, Inbox } from 'lucide-react'
import type { GridClass } from '#web/features/timetables/model/grid.ts'
import { counted } from '#web/lib/counted.ts'
import { Select } from '#web/ui/field.tsx'
import type { Outcome, Resembling } from './outcome.ts'

const FACT = 'flex gap-2.5 rounded-control bg-sunken px-3 py-2 text-caption leading-snug'

/** The lessons already there that join a class. */
export const JoinedFact = ({ joined }: Pick<Outcome, 'joined'>) =>
  joined > 0 && (
    <p className={FACT}>
      <Check aria-hidden="true" className="mt-px size-[15px] shrink-0" />
      <span>
        <b className="font-semibold">
          {counted(joined, 'lesson')} already there {joined === 1 ? 'joins its' : 'join their'} class.
        </b>{' '}
        {joined === 1 ? 'Its plan stays' : 'Their plans stay'} word for word.
      </span>
    </p>
  )

/** The texts that have no place in the new lessons. */
export const UnplacedFact = ({ unplaced }: Pick<Outcome, 'unplaced'>) =>
  unplaced > 0 && (
    <p className={FACT} role="status">
      <Inbox aria-hidden="true" className="mt-px size-[15px] shrink-0" />
      <span>
        <b className="font-semibold">
          {counted(unplaced, 'plan')} {unplaced === 1 ? 'has' : 'have'} no lesson of {unplaced === 1 ? 'its' : 'their'} class on{' '}
          {unplaced === 1 ? 'its' : 'their'} day.
        </b>{' '}
        {unplaced === 1 ? 'It waits' : 'They wait'} in Unplaced lessons until you put {unplaced === 1 ? 'it' : 'them'} on a day.
      </span>
    </p>
  )

const UNANSWERED = 'unanswered'
const NONE = 'none'

type QuestionsProps = {
  resembling: readonly Resembling[]
  classes: readonly GridClass[]
  joins: Record<string, string | null>
  onAnswer: (title: string, classId: string | null | undefined) => void
}

/** More questions than a teacher wants to answer. The lessons of other titles stay without a class. */
const MOST_QUESTIONS = 12

/** Asks once for each title that only resembles a class. Without an answer, its lessons stay as they are. */
export const JoinQuestions = ({ resembling, classes, joins, onAnswer }: QuestionsProps) => {
  const names = new Map(classes.map(({ id, name }) => [id, name]))
  if (resembling.length === 0) return null
  return (
    <section aria-labelledby="timetable-joins">
      <h3 id="timetable-joins" className="mb-1.5 font-text text-caption font-semibold tracking-normal text-ink-soft">
        Do these belong to a class?
      </h3>
      <ul className="grid gap-2">
        {resembling.slice(0, MOST_QUESTIONS).map(({ title, lessons, classIds }) => {
          const answer = joins[title]
          return (
            <li key={title} className="grid grid-cols-[minmax(0,1fr)_150px] items-center gap-2 text-caption">
              <span className="min-w-0">
                <b className="block truncate font-semibold">{title}</b>
                <span className="text-ink-soft">{counted(lessons, 'lesson')}</span>
              </span>
              <Select
                aria-label={`Class of ${title}`}
                value={answer === undefined ? UNANSWERED : (answer ?? NONE)}
                onChange={({ target }) =>
                  onAnswer(title, target.value === UNANSWERED ? undefined : target.value === NONE ? null : target.value)
                }
              >
                <option value={UNANSWERED}>Which class?</option>
                {classIds.map((id) => (
                  <option key={id} value={id}>
                    {names.get(id)}
                  </option>
                ))}
                <option value={NONE}>None of them</option>
              </Select>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
