import { clsx } from 'clsx'
import { useState } from 'react'
import type { Preferences } from '#shared/accounts/contract.ts'
import { formatTime, formatTimes } from '#shared/dates.ts'
import { useOwnColors } from '#web/features/calendar/days/colors.ts'
import { huesOf } from '#web/features/calendar/model/hue.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { type Gap, gapsIn, type LineProblem, type UsualDay, type UsualLesson, withLonger, withLunch } from './usual-day.ts'

export const HOW_TO_TYPE = 'One lesson per line: start time, then title. Each runs until the next line.'
const HOW_LONG = 'Shorter or longer? Write 10:30-11:30 Math.'
const EXAMPLE =
  '8:00 Morning Meeting\n8:20 Reading Workshop\n9:30-10:15 Writing\n10:30-11:30 Math\n11:30-12:15 Lunch\n12:15 Science\n1:15 pm Music'
/** Enough for 60 lines with the longest titles. */
const MOST_CHARACTERS = 20_000

/** When a gap may be lunch. */
const LUNCH = { from: '10:45', to: '13:30' }

const FILLS = 'px-2! first-of-type:-ml-2 text-brand!'

type GapRowProps = { gap: Gap; mayBeLunch: boolean; text: string; timeFormat: Preferences['timeFormat']; onText: (text: string) => void }

/** Time without a lesson, with ways to fill it. They change the typed text, so that the teacher sees how to type it. */
const GapRow = ({ gap, mayBeLunch, text, timeFormat, onText }: GapRowProps) => (
  <li className="flex flex-wrap items-center gap-x-1 rounded-small border border-dashed border-line-strong py-0.5 pl-4 text-small text-ink-soft">
    <span className="basis-full whitespace-nowrap tabular-nums pt-1">{formatTimes(gap, timeFormat)} free</span>
    {mayBeLunch && (
      <Button variant="ghost" size="sm" className={FILLS} onClick={() => onText(withLunch(text, gap))}>
        Add lunch
      </Button>
    )}
    {!gap.lesson.hasEnd && (
      <Button
        variant="ghost"
        size="sm"
        className={FILLS}
        aria-label={`Extend ${gap.lesson.title} to ${formatTime(gap.endTime, timeFormat)}`}
        onClick={() => onText(withLonger(text, gap))}
      >
        Extend <span className="-ml-1 max-w-[14ch] truncate">{gap.lesson.title}</span>
      </Button>
    )}
  </li>
)

type PreviewProps = {
  lessons: readonly UsualLesson[]
  areBreaksAdded: boolean
  problems: readonly LineProblem[]
  timeFormat: Preferences['timeFormat']
  text: string
  onText: (text: string) => void
}

/** Previews all lessons that the typed lines produce, and the gaps between them. */
const Preview = ({ lessons, areBreaksAdded, problems, timeFormat, text, onText }: PreviewProps) => {
  const gaps = gapsIn(lessons)
  const hueOf = huesOf([lessons], useOwnColors())
  const hasLunch = lessons.some(({ title, isBreak }) => isBreak && /lunch|brunch/i.test(title))
  return (
    <section aria-label="Preview" className="grid content-start gap-1.5">
      <h3 className="font-(family-name:--text) text-caption font-semibold tracking-normal text-ink-soft">Preview</h3>
      <ol className="grid content-start gap-1 rounded-control bg-sunken p-2 wide:min-h-[220px]">
        {lessons.map((lesson, place) => {
          const gap = gaps.find((one) => one.lesson === lesson)
          return [
            <li
              key={place}
              data-left-out={(lesson.isBreak && !areBreaksAdded) || undefined}
              className={clsx(
                'group flex items-baseline gap-2.5 rounded-small py-1 pr-3 pl-4 data-left-out:border data-left-out:border-dashed data-left-out:border-line-strong',
                (areBreaksAdded || !lesson.isBreak) && `${hueOf(lesson)} bg-[position:5px_6px] bg-[size:3px_calc(100%-12px)] bg-no-repeat`,
              )}
            >
              <span className="w-[124px] shrink-0 text-small whitespace-nowrap text-ink-soft tabular-nums">
                {formatTimes(lesson, timeFormat)}
              </span>
              <span className="min-w-0 font-semibold break-words group-data-left-out:font-medium group-data-left-out:text-ink-soft">
                {lesson.title}
              </span>
            </li>,
            gap && (
              <GapRow
                key={`gap ${place}`}
                gap={gap}
                mayBeLunch={!hasLunch && gap.startTime >= LUNCH.from && gap.endTime <= LUNCH.to}
                text={text}
                timeFormat={timeFormat}
                onText={onText}
              />
            ),
          ]
        })}
        {lessons.length === 0 && <li className="p-1 text-ink-soft">Your lessons appear here as you type.</li>}
      </ol>
      <div role="alert" className="grid gap-1 text-label font-medium text-blocked">
        {problems.map(({ line, message }) => (
          <p key={line}>
            Line {line}: {message}
          </p>
        ))}
      </div>
    </section>
  )
}

type TypedDayProps = {
  text: string
  /** The lessons in the text. */
  day: UsualDay
  /** Whether breaks, such as lunch, become lessons. If false, the preview draws them with a dashed border. */
  areBreaksAdded?: boolean
  timeFormat: Preferences['timeFormat']
  onText: (text: string) => void
}

/** A text area for a day, one lesson per line, with a preview of its lessons. */
export const TypedDay = ({ text, day: { lessons, problems }, areBreaksAdded = true, timeFormat, onText }: TypedDayProps) => {
  const [isInText, setIsInText] = useState(true)
  // Don't report the last line as invalid while the teacher is still typing it.
  const lastLine = text.split('\n').length
  const shownProblems = isInText ? problems.filter(({ line }) => line !== lastLine) : problems
  return (
    <div className="grid gap-x-5 gap-y-4 md:grid-cols-2">
      <Field label="Lessons (one per line)" hint={HOW_LONG}>
        {(wiring) => (
          <TextArea
            {...wiring}
            rows={12}
            maxLength={MOST_CHARACTERS}
            placeholder={EXAMPLE}
            spellCheck
            value={text}
            onChange={(event) => onText(event.target.value)}
            onFocus={() => setIsInText(true)}
            onBlur={() => setIsInText(false)}
            className="resize-none max-md:h-48"
          />
        )}
      </Field>
      <Preview
        lessons={lessons}
        areBreaksAdded={areBreaksAdded}
        problems={shownProblems}
        timeFormat={timeFormat}
        text={text}
        onText={onText}
      />
    </div>
  )
}
