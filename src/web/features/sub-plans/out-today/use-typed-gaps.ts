import { useRef, useState } from 'react'
import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import type { SpecialNotes } from '#shared/sub-plans/rules.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { write } from '#web/features/calendar/days/writes.ts'
import { useUser } from '#web/features/people/data.ts'
import { useSaveNotes } from '#web/features/sub-plans/data.ts'
import { report } from '#web/ui/report.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { type GapField, htmlOfTyped, notesWith, type Typed } from './typed-gaps.ts'

/** Saves typed text as that of lessons, each based on the text that was saved last. */
const useSaveLessons = (calendar: CalendarRef) => {
  const saved = useRef(new Map<string, TimeBlock>())
  return async (fields: readonly GapField[], typed: Typed, days: readonly CalendarDay[]): Promise<void> => {
    for (const { key, place } of fields) {
      const description = htmlOfTyped(typed[key] ?? '')
      if (!('date' in place) || description === '') continue
      const { date, blockId } = place
      const before = saved.current.get(key) ?? days.find((day) => day.date === date)?.blocks.find(({ id }) => id === blockId)
      if (!before || before.description === description) continue
      const after = { ...before, description }
      saved.current.set(key, after)
      const isSaved = await report(() => write(calendar, { type: 'block', date, before, after }), {
        failed: (reason) => ({ title: `Failed to save the text of ${before.title}`, description: reason }),
      })
      if (!isSaved) saved.current.set(key, before)
    }
  }
}

/** Saves typed text in the special notes. Texts that were changed in another window meanwhile keep that change. */
const useSaveTypedNotes = () => {
  const { emergencyProcedures, studentNotes, substituteInstructions } = useUser()
  const saveNotes = useSaveNotes()
  /** The notes without the typed text, which is added again whenever it changes. */
  const base = useRef<SpecialNotes>({ emergencyProcedures, studentNotes, substituteInstructions })
  const known = useRef(base.current)
  const sent = useRef<Partial<SpecialNotes>>({})
  const save = async (fields: readonly GapField[], typed: Typed, isAgain = false): Promise<void> => {
    const notes = Object.fromEntries(
      Object.entries(notesWith(base.current, fields, typed)).filter(([name, html]) => sent.current[name as keyof SpecialNotes] !== html),
    )
    if (Object.keys(notes).length === 0) return
    const { current, refused } = await saveNotes.mutateAsync({ notes, known: known.current })
    known.current = { ...known.current, ...current }
    const [first] = refused
    for (const { name } of refused) delete notes[name]
    sent.current = { ...sent.current, ...notes }
    if (!first) return
    const overtaken = refused.filter(({ isOvertaken }) => isOvertaken)
    for (const { name } of overtaken) base.current = { ...base.current, [name]: current[name] ?? '' }
    if (overtaken.length === refused.length && !isAgain) return save(fields, typed, true)
    showToast({ tone: 'destructive', title: 'Failed to save your special notes', description: first.message })
  }
  return { save, notes: base }
}

/** Returns the text typed into the fields, and `save`, which keeps it in the special notes and lessons. It can be called after each change. */
export const useTypedGaps = (calendar: CalendarRef) => {
  const [typed, setTyped] = useState<Typed>({})
  const saveLessons = useSaveLessons(calendar)
  const { save: saveNotes } = useSaveTypedNotes()
  // Saves one after the other, because each is based on the one before.
  const turn = useRef(Promise.resolve())
  const save = (fields: readonly GapField[], days: readonly CalendarDay[]): Promise<void> => {
    turn.current = turn.current.then(async () => {
      await saveNotes(fields, typed)
      await saveLessons(fields, typed, days)
    })
    return turn.current
  }
  return { typed, type: (key: string, text: string) => setTyped((now) => ({ ...now, [key]: text })), save }
}
