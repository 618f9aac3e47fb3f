import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import { classNamed } from '#shared/classes/rules.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { shownWeeks } from '#web/features/calendar/days/shown.ts'
import type { ColoredLesson } from '#web/features/calendar/model/hue.ts'
import { usualTitles } from '#web/features/calendar/model/usual-lessons.ts'
import { useClasses } from '#web/features/classes/data.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { TitleColor, useKnownHues } from './title-color.tsx'

type TitleFieldProps = {
  date: string
  lesson: ColoredLesson
  problem: string | undefined
  /** Whether the block is new: the title takes the focus when it appears, and the teacher's usual titles are below it. */
  isNew: boolean
  onChange: (title: string) => void
  /** The fields that Tab leads to from the title, before its usual titles. */
  children: ReactNode
}

/** The title of a time block with its color. The usual titles of a new block stay when one is chosen, so that nothing below them moves. */
export const TitleField = ({ date, lesson, problem, isNew, onChange, children }: TitleFieldProps) => {
  const { title } = lesson
  const calendar = useCalendar()
  const classes = useClasses()
  const [usual] = useState(() => (isNew && title === '' ? usualTitles(date, shownWeeks(calendar)) : []))
  const hueOf = useKnownHues(date, usual)
  return (
    <>
      <Field label="Title" error={problem} className="max-sm:col-span-6">
        {(wiring) => (
          <div className="relative">
            <TitleColor lesson={lesson} hue={hueOf(lesson)} />
            <TextInput
              {...wiring}
              autoFocus={isNew}
              name="title"
              maxLength={200}
              autoComplete="off"
              required
              placeholder="What are you teaching?"
              className="pl-10 touch:pl-11"
              value={title}
              onChange={(event) => onChange(event.target.value)}
            />
          </div>
        )}
      </Field>
      {children}
      {usual.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: these aren't fields
        <div role="group" aria-label="Usual lessons" className="swipes col-span-full row-start-2 -ml-2 flex gap-2">
          {usual.map((name) => (
            <Button
              key={name}
              size="sm"
              aria-pressed={title === name}
              className={clsx(
                'rounded-full! shadow-none! outline-offset-[-2px]!',
                title === name && '!border-brand !bg-brand-soft !text-brand',
              )}
              icon={
                <span
                  aria-hidden="true"
                  className={clsx('size-[9px] shrink-0 rounded-tiny', hueOf({ title: name, classId: classNamed(name, classes)?.id }))}
                />
              }
              onClick={() => onChange(name)}
            >
              <span className="max-w-48 truncate">{name}</span>
            </Button>
          ))}
        </div>
      )}
    </>
  )
}
