import { useRef, useState } from 'react'
import type { Preferences } from '#shared/accounts/contract.ts'
import { useOwnColors } from '#web/features/calendar/days/colors.ts'
import { useClasses } from '#web/features/classes/data.ts'
import { Field, TextArea } from '#web/ui/field.tsx'
import { type NamedColor, TypedPreview } from './typed-preview.tsx'
import { type Gap, MOST_TYPED, type UsualDay, withGapFilled, withLonger } from './usual-day.ts'

export const HOW_TO_TYPE = 'One lesson per line: start time, then title. Each runs until the next line.'
const HOW_LONG = 'Shorter or longer? Write 10:30-11:30 Math.'
const EXAMPLE =
  '8:00 Morning Meeting\n8:20 Reading Workshop\n9:30-10:15 Writing\n10:30-11:30 Math\n11:30-12:15 Lunch\n12:15 Science\n1:15 pm Music'

const lineAt = ({ value, selectionStart }: HTMLTextAreaElement): number => value.slice(0, selectionStart).split('\n').length

type TypedDayProps = {
  text: string
  /** The lessons in the text. */
  day: UsualDay
  /** Whether breaks, such as lunch, become lessons. If false, the preview draws them with a dashed border. */
  areBreaksAdded?: boolean
  /** The teacher's classes with those that the lessons create. If omitted, the lessons create none. */
  classes?: readonly NamedColor[]
  timeFormat: Preferences['timeFormat']
  onText: (text: string) => void
}

/** A text area for a day, one lesson per line, with a preview of each line. */
export const TypedDay = ({ text, day, areBreaksAdded = true, classes, timeFormat, onText }: TypedDayProps) => {
  const { chosen } = useOwnColors()
  const known = useClasses()
  const field = useRef<HTMLTextAreaElement>(null)
  // The line that the teacher is still typing isn't reported as invalid.
  const [typing, setTyping] = useState<number | null>(() => text.split('\n').length)
  const fill = (gap: Gap, title: string | null) => {
    const next = title === null ? withLonger(text, gap) : withGapFilled(text, gap, title)
    onText(next)
    if (title !== '') return
    // The teacher types the title at the end of the new line.
    const end = next
      .split('\n')
      .slice(0, gap.lesson.line + 1)
      .join('\n').length
    setTyping(gap.lesson.line + 1)
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(end, end)
    })
  }
  return (
    <div className="grid gap-x-5 gap-y-4 md:grid-cols-2">
      <Field label="Lessons (one per line)" hint={HOW_LONG}>
        {(wiring) => (
          <TextArea
            {...wiring}
            ref={field}
            rows={12}
            placeholder={EXAMPLE}
            spellCheck
            value={text}
            onChange={({ target }) => {
              // One character too many, so that the preview says so.
              onText(target.value.slice(0, MOST_TYPED + 1))
              setTyping(lineAt(target))
            }}
            onSelect={({ currentTarget }) => setTyping(lineAt(currentTarget))}
            onBlur={() => setTyping(null)}
            className="resize-none max-md:h-48"
          />
        )}
      </Field>
      <TypedPreview
        day={day}
        text={text}
        typing={typing}
        areBreaksAdded={areBreaksAdded}
        classes={classes ?? known}
        chosen={chosen}
        timeFormat={timeFormat}
        onFill={fill}
      />
    </div>
  )
}
