import { Eraser, Pencil } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import type { MarkKind } from '#web/features/calendar/model/marks.ts'
import { createStore } from '#web/lib/store.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { Button } from '#web/ui/button.tsx'
import { MarkField } from './mark-field.tsx'
import { removeMark, submitMark } from './mark-saves.ts'

const PENCIL = <Pencil className="size-[15px]" />
const ERASER = <Eraser className="size-[15px]" />
const NAMES = { 'block-out': 'reason', note: 'note' } as const satisfies Record<MarkKind, string>

/** Unsaved text by calendar, date, and kind, so that teachers can continue typing when they return to the day. */
const unsaved = createStore<ReadonlyMap<string, string>>(new Map())

type DayMarkProps = {
  date: string
  kind: MarkKind
  /** The current text. Null if only the school blocks the day. The school's block-out can't be changed here. */
  text: string | null
  /** The mark as shown while it isn't being edited. */
  children: ReactNode
}

/** Returns a mark's draft and its edit, save, and cancel actions. */
const useMarkDraft = ({ date, kind, text }: Omit<DayMarkProps, 'children'>) => {
  const calendar = useCalendar()
  const key = `${calendar.id} ${date} ${kind}`
  const [draft, setDraft] = useState(() => unsaved.get().get(key) ?? null)
  /** The text when the teacher started editing, or the newer text that a failed save has shown them since. */
  const [seen, setSeen] = useState(text)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, whileSaving] = usePending()
  const edit = useRef<HTMLButtonElement>(null)

  const write = (typed: string | null) => {
    const others = [...unsaved.get()].filter(([other]) => other !== key)
    unsaved.set(new Map(typed === null || typed === text ? others : [...others, [key, typed]]))
    setDraft(typed)
  }
  const begin = () => {
    setSeen(text)
    setDraft(text)
  }
  const finish = () => {
    // Must be synchronous, because the button to focus has to be rendered first.
    flushSync(() => {
      write(null)
      setProblem(null)
    })
    edit.current?.focus()
  }
  const save = async () => {
    if (isSaving || draft === null) return
    if (draft.trim() === text) return finish()
    const isSaved = await whileSaving(() =>
      submitMark(calendar, { dates: [date], kind, text: draft.trim(), seen }, (reason, now) => {
        setProblem(reason)
        setSeen(now ?? text)
      }),
    )
    if (isSaved) finish()
  }
  return { calendar, edit, draft, write, begin, finish, save, problem, isSaving }
}

/** A day's block-out or note, which teachers can edit and clear in place. Requires a React key made of the date and the kind. */
export const DayMark = ({ date, kind, text, children }: DayMarkProps) => {
  const { calendar, edit, draft, write, begin, finish, save, problem, isSaving } = useMarkDraft({ date, kind, text })
  const mayEdit = calendar.mayEdit && text !== null
  if (draft === null || !mayEdit)
    return (
      <div className="day-mark" data-kind={kind}>
        {children}
        {mayEdit && (
          <div className="day-mark-actions">
            <Button ref={edit} size="sm" icon={PENCIL} aria-label={`Edit the ${NAMES[kind]}`} onClick={begin}>
              Edit
            </Button>
            <Button
              size="sm"
              icon={ERASER}
              aria-label={`Clear the ${NAMES[kind]}`}
              onClick={() => void removeMark(calendar, { from: date, kind, seen: text })}
            >
              Clear
            </Button>
          </div>
        )}
      </div>
    )
  return (
    <form
      noValidate
      aria-label={`Edit the ${NAMES[kind]}`}
      className="grid gap-2.5 rounded-card border border-line bg-surface p-3.5"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {problem && (
        <p role="alert" className="rounded-control bg-blocked-soft px-3 py-2 font-medium text-blocked">
          Not saved. {problem}
        </p>
      )}
      <MarkField kind={kind} value={draft} onChange={write} autoFocus />
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={finish}>
          Cancel
        </Button>
        <Button variant="solid" size="sm" type="submit" busy={isSaving} disabled={draft.trim() === ''}>
          Save
        </Button>
      </div>
    </form>
  )
}
