import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { formatTimes } from '#shared/dates.ts'
import { TimeInput } from '#web/features/calendar/time-block/time-input.tsx'
import { counted } from '#web/lib/counted.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { type Choices, minutesIn, problemWith, type ShortLesson } from './choices.ts'

const SHARES = [
  { value: 'length', label: 'By length' },
  { value: 'evenly', label: 'Evenly' },
] as const
const WARNING = <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />

type RuleFieldsProps = {
  choices: Choices
  /** The day's lessons with their usual times, in order. */
  lessons: readonly TimeBlock[]
  timeFormat: '12' | '24'
  onChange: (change: Partial<Choices>) => void
}

const toggled = (set: ReadonlySet<string>, value: string): Set<string> => {
  const next = new Set(set)
  if (!next.delete(value)) next.add(value)
  return next
}

const Mark = ({ label, checked, disabled, onChange }: { label: string; checked: boolean; disabled?: boolean; onChange: () => void }) => (
  <label className="grid place-items-center touch:min-h-11 touch:min-w-11">
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      disabled={disabled}
      onChange={onChange}
      className="size-[18px] rounded accent-brand not-checked:appearance-none not-checked:border not-checked:border-line-strong not-checked:bg-sunken disabled:opacity-40"
    />
  </label>
)

const Head = ({ children }: { children: ReactNode }) => (
  <th scope="col" className="w-14 pb-1 leading-tight text-center align-bottom font-semibold">
    {children}
  </th>
)

/** For each lesson, whether it keeps its time or is left out. Lessons without a class can't be left out. */
const LessonTable = ({ choices: { keep, leaveOut }, lessons, timeFormat, onChange }: RuleFieldsProps) => (
  <table className="w-full text-control">
    <thead className="text-caption text-ink-soft">
      <tr>
        <th scope="col" className="pb-1 text-left font-semibold">
          Lessons
        </th>
        <Head>Keep time</Head>
        <Head>Leave out</Head>
      </tr>
    </thead>
    <tbody>
      {lessons.map(({ id, title, classId, ...times }) => (
        <tr key={id} className="border-t border-line">
          <th scope="row" className="py-1 pr-2 text-left font-normal">
            <span className="font-semibold break-words">{title}</span>{' '}
            <span className="text-label whitespace-nowrap text-ink-soft tabular">{formatTimes(times, timeFormat)}</span>
          </th>
          <td>
            <Mark label={`Keep the time of ${title}`} checked={keep.has(id)} onChange={() => onChange({ keep: toggled(keep, id) })} />
          </td>
          <td>
            <Mark
              label={`Leave out ${title}`}
              checked={leaveOut.has(classId ?? '') && !keep.has(id)}
              disabled={!classId || keep.has(id)}
              onChange={() => onChange({ leaveOut: toggled(leaveOut, classId ?? '') })}
            />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** The start and the end of a short day, what must not move, and how lessons share the minutes. */
export const RuleFields = (props: RuleFieldsProps) => {
  const { choices, timeFormat, onChange } = props
  const { startTime, endTime, share } = choices
  const problem = problemWith(choices) ?? undefined
  const id = useId()
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        <Field label="School starts">
          {(wiring) => (
            <TimeInput {...wiring} timeFormat={timeFormat} value={startTime} onChange={(time) => onChange({ startTime: time })} />
          )}
        </Field>
        <Field label="School ends">
          {(wiring) => (
            <TimeInput
              {...wiring}
              aria-describedby={problem && id}
              timeFormat={timeFormat}
              after={startTime}
              value={endTime}
              onChange={(time) => onChange({ endTime: time })}
            />
          )}
        </Field>
        {problem && (
          <p id={id} role="alert" className="col-span-2 text-caption font-medium text-blocked">
            {problem}
          </p>
        )}
      </div>
      <LessonTable {...props} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="text-caption font-semibold text-ink-soft">Share the minutes</span>
        <Segmented label="Share the minutes" value={share} options={SHARES} onChange={(value) => onChange({ share: value })} />
      </div>
    </>
  )
}

type TooShortProps = { lessons: readonly ShortLesson[]; onLeaveOut: ((classId: string) => void) | undefined }

/** The lessons that get too few minutes. They don't keep the teacher from shortening the day. */
export const TooShort = ({ lessons, onLeaveOut }: TooShortProps) => (
  <ul className="grid gap-2 empty:hidden">
    {lessons.map(
      ({ block: { id, title, classId }, after, isTooShort }) =>
        isTooShort &&
        after && (
          <li key={id} className="flex flex-wrap items-center gap-x-2 gap-y-1.5 rounded-card border border-ink px-3 py-2 text-control">
            {WARNING}
            <span className="min-w-0 flex-1 font-semibold break-words">
              {title} gets {counted(minutesIn(after), 'minute')}
            </span>
            {classId && onLeaveOut && (
              <Button
                size="sm"
                aria-label={`Leave out ${title}, which gets ${counted(minutesIn(after), 'minute')}`}
                onClick={() => onLeaveOut(classId)}
              >
                Leave out
              </Button>
            )}
          </li>
        ),
    )}
  </ul>
)
