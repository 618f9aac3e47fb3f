import { useRef, useState } from 'react'
import type { NoteName, SpecialNotes } from '#shared/accounts/rules.ts'
import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import { isBlank, plainText } from '#shared/plain-text.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { editsSettled } from '#web/features/calendar/days/outbox/edits-settled.ts'
import { write } from '#web/features/calendar/days/writes.ts'
import { useUser } from '#web/features/people/data.ts'
import { useSaveNotes } from '#web/features/sub-plans/data.ts'
import { report } from '#web/ui/report.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { htmlOfTyped, notesWith, placeOf, type Typed } from './typed-gaps.ts'

/** Saves typed text as that of lessons, each based on the text that was saved last. */
const useSaveLessons = (calendar: CalendarRef) => {
  const saved = useRef(new Map<string, TimeBlock>())
  const changes = (typed: Typed, days: readonly CalendarDay[]) =>
    Object.entries(typed).flatMap(([key, text]) => {
      const place = placeOf(key)
      if (!('date' in place)) return []
      const stored = days.find(({ date }) => date === place.date)?.blocks.find(({ id }) => id === place.blockId)
      const before = saved.current.get(key) ?? stored
      const description = htmlOfTyped(text)
      if (!before || before.description === description || (description === '' && isBlank(before.description))) return []
      return [{ key, date: place.date, before, after: { ...before, description } }]
    })
  const save = async (typed: Typed, days: readonly CalendarDay[]): Promise<boolean> => {
    let isAllSaved = true
    for (const { key, date, before, after } of changes(typed, days)) {
      const answer = report(() => write(calendar, { type: 'block', date, before, after }), {
        failed: (reason) => ({ title: `Failed to save the text of ${before.title}`, description: reason }),
      })
      // Without a network, the text waits in the list of what isn't sent, and the dialog goes on.
      const isSaved = await Promise.race([answer, editsSettled(calendar.id).then((areSettled) => (areSettled ? answer : true))])
      if (isSaved) saved.current.set(key, after)
      isAllSaved &&= isSaved
    }
    return isAllSaved
  }
  return { save, hasUnsaved: (typed: Typed, days: readonly CalendarDay[]) => changes(typed, days).length > 0 }
}

/** Saves typed text in the special notes. Texts that were changed in another window meanwhile keep that change. */
const useSaveTypedNotes = () => {
  const { emergencyProcedures, studentNotes, substituteInstructions } = useUser()
  const saveNotes = useSaveNotes()
  /** The notes without the typed text, which is added again whenever it changes. */
  const base = useRef<SpecialNotes>({ emergencyProcedures, studentNotes, substituteInstructions })
  const known = useRef(base.current)
  const sent = useRef(base.current)
  /** Texts of each note whose answer may have been lost. */
  const tried = useRef(new Set<string>())
  const changes = (typed: Typed): Partial<SpecialNotes> =>
    Object.fromEntries(Object.entries(notesWith(base.current, typed)).filter(([name, html]) => sent.current[name as NoteName] !== html))
  const save = async (typed: Typed, isAgain = false): Promise<boolean> => {
    const notes = changes(typed)
    if (Object.keys(notes).length === 0) return true
    const asTried = (name: string, html: string | undefined) => `${name} ${plainText(html ?? '')}`
    for (const [name, html] of Object.entries(notes)) tried.current.add(asTried(name, html))
    const { current, refused } = await saveNotes.mutateAsync({ notes, known: known.current })
    known.current = { ...known.current, ...current }
    for (const { name } of refused) delete notes[name]
    sent.current = { ...sent.current, ...notes }
    const [first] = refused
    if (!first) return true
    const overtaken = refused.filter(({ isOvertaken }) => isOvertaken)
    for (const { name } of overtaken) {
      // The server has a text that was sent from here, and only the answer was lost.
      if (tried.current.has(asTried(name, current[name]))) continue
      base.current = { ...base.current, [name]: current[name] ?? '' }
      sent.current = { ...sent.current, [name]: current[name] ?? '' }
    }
    if (overtaken.length === refused.length && !isAgain) return save(typed, true)
    showToast({ tone: 'destructive', title: 'Failed to save your special notes', description: first.message })
    return false
  }
  return { save, hasUnsaved: (typed: Typed) => Object.keys(changes(typed)).length > 0 }
}

/**
 * Returns the text typed into the fields, and `save`, which keeps it in the special notes and lessons, also that of fields that are no
 * longer shown. It can be called after each change, and returns false if a text wasn't saved.
 */
export const useTypedGaps = (calendar: CalendarRef) => {
  const [typed, setTyped] = useState<Typed>({})
  const lessons = useSaveLessons(calendar)
  const notes = useSaveTypedNotes()
  // Saves one after the other, because each is based on the one before.
  const turn = useRef(Promise.resolve(true))
  const save = (days: readonly CalendarDay[]): Promise<boolean> => {
    const saved = turn.current.then(async () => {
      const areNotesSaved = await notes.save(typed)
      return (await lessons.save(typed, days)) && areNotesSaved
    })
    turn.current = saved.catch(() => true)
    return saved
  }
  return {
    typed,
    type: (key: string, text: string) => setTyped((now) => ({ ...now, [key]: text })),
    save,
    hasUnsaved: (days: readonly CalendarDay[]) => notes.hasUnsaved(typed) || lessons.hasUnsaved(typed, days),
  }
}
