import { type KeyboardEvent, useState } from 'react'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { formatDay } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { draftOf } from '#web/features/calendar/model/block-draft.ts'
import { dropDraft, keepDraft } from '#web/features/calendar/time-block/kept-drafts.ts'
import { useUser } from '#web/features/people/data.ts'
import { saveText } from './class-saves.ts'
import { htmlOfLine } from './plain-line.ts'

/** Moves the focus to the next lesson that can be written in or opened. Leaves the last one. */
const focusNext = (field: HTMLElement): void => {
  const all = [...(field.closest('.class-weeks')?.querySelectorAll<HTMLElement>('[data-line-text]') ?? [])]
  const next = all[all.indexOf(field) + 1]
  if (next) next.focus()
  else field.blur()
}

type LineFieldProps = {
  date: string
  block: TimeBlock
  /** The lesson's text, which is one plain line. */
  line: string
}

/**
 * A lesson's text, written in place. Saves when the teacher presses Enter, which continues with the next lesson, or leaves the field. Until
 * it is saved, the text is kept on this device. Escape takes back what was typed.
 */
export const LineField = ({ date, block, line }: LineFieldProps) => {
  const calendar = useCalendar()
  const owner = useUser().id
  /** The unsaved text, and the lesson as it was when the teacher began typing. */
  const [typed, setTyped] = useState<{ text: string; seen: TimeBlock } | null>(null)
  const place = { owner, date, blockId: block.id }
  const text = typed?.text ?? line

  const type = (next: string) => {
    const written = next.replace(/\n/g, ' ')
    const seen = typed?.seen ?? block
    setTyped({ text: written, seen })
    const from = draftOf(seen)
    keepDraft(place, { draft: { ...from, description: htmlOfLine(written) }, from, isNew: false, at: Date.now() })
  }
  const takeBack = () => {
    setTyped(null)
    dropDraft(place)
  }
  const save = async () => {
    if (typed === null) return
    const description = htmlOfLine(typed.text)
    if (description === htmlOfLine(line)) return takeBack()
    if (!(await saveText({ calendar, date, before: typed.seen }, description))) return
    // If the teacher has gone on typing, that is saved next.
    setTyped((now) => (now === typed ? null : now))
    dropDraft(place)
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && typed !== null) {
      takeBack()
      event.stopPropagation()
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    focusNext(event.currentTarget)
  }

  return (
    // The copy of the text gives the field its height.
    <div className="class-line-field" data-text={text}>
      <textarea
        rows={1}
        maxLength={MAX.lessonHtml}
        aria-label={`${block.title} on ${formatDay(date, 'full')}`}
        placeholder="Nothing planned yet"
        data-line-text=""
        data-free={text === '' || undefined}
        enterKeyHint="next"
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
        onBlur={() => void save()}
      />
    </div>
  )
}
