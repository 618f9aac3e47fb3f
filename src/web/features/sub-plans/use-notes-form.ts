import { useRef, useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import type { NoteName, SpecialNotes } from '#shared/accounts/rules.ts'
import { useUser } from '#web/features/people/data.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { useSaveNotes } from './data.ts'
import { SPECIAL_NOTES, withHeadings, withTheirs } from './special-notes.ts'

/** Returns the notes' editors, of which one is shown at a time. */
const useEditors = (user: User, initialNote: NoteName, onEdit: () => void) => {
  const [note, setNote] = useState<NoteName>(initialNote)
  /** The initial content of each editor. Changing it remounts the editor. */
  const [beginnings, setBeginnings] = useState<SpecialNotes>(() => ({
    substituteInstructions: user.substituteInstructions,
    emergencyProcedures: user.emergencyProcedures,
    studentNotes: user.studentNotes,
  }))
  const reads = useRef<Partial<Record<NoteName, () => string>>>({})

  const textOf = (name: NoteName): string => reads.current[name]?.() ?? beginnings[name]
  /** Remounts a note's editor with changed text. */
  const begin = (name: NoteName, change: (text: string) => string) => {
    const text = reads.current[name]?.()
    delete reads.current[name]
    setBeginnings((now) => ({ ...now, [name]: change(text ?? now[name]) }))
  }
  const edited = (name: NoteName, read: () => string) => {
    reads.current[name] = read
    onEdit()
  }
  const choose = (chosen: NoteName) => {
    // Switching notes unmounts the editor. Its current text becomes its initial content when it mounts again.
    for (const { name } of SPECIAL_NOTES) begin(name, (text) => text)
    setNote(chosen)
  }
  return { note, beginnings, textOf, begin, edited, choose }
}

/** Returns the notes being edited, and the handlers for saving and switching notes. */
export const useNotesForm = (initialNote: NoteName, onEdit: () => void) => {
  const user = useUser()
  const { note, beginnings, textOf, begin, edited, choose } = useEditors(user, initialNote, onEdit)
  const saveNotes = useSaveNotes()
  /**
   * `known` is the server's text, and `saved` is the editor's text at the last save. They can differ, because the server may normalize the
   * HTML.
   */
  const [known, setKnown] = useState(beginnings)
  const [saved, setSaved] = useState(beginnings)
  /** The note that was changed in another window and now contains both versions. */
  const [merged, setMerged] = useState<NoteName>()
  /** Notes that the server can't decrypt and the teacher writes again. */
  const [replaced, setReplaced] = useState<readonly NoteName[]>([])

  const unsaved = (): Partial<SpecialNotes> =>
    Object.fromEntries(SPECIAL_NOTES.map(({ name }) => [name, textOf(name)] as const).filter(([name, text]) => text !== saved[name]))

  /** Saves the notes. `merged` is one that now contains both versions, because it was changed in another window. */
  const save = async (): Promise<{ isDone: boolean; merged?: NoteName }> => {
    const sent = unsaved()
    const { current, refused } = await saveNotes.mutateAsync({ notes: sent, known, replaced })
    setKnown((now) => ({ ...now, ...current }))
    for (const { name, isOvertaken } of refused) {
      delete sent[name]
      if (isOvertaken) begin(name, (mine) => withTheirs(mine, current[name] ?? ''))
    }
    setSaved((now) => ({ ...now, ...sent }))
    const overtaken = refused.find(({ isOvertaken }) => isOvertaken)
    setMerged(overtaken?.name)
    if (overtaken) {
      choose(overtaken.name)
      return { isDone: false, merged: overtaken.name }
    }
    const [first] = refused
    if (!first) return { isDone: true }
    const { failure } = SPECIAL_NOTES.find(({ name }) => name === first.name) ?? {}
    showToast({ tone: 'destructive', title: failure ?? '', description: first.message })
    return { isDone: false }
  }
  const addHeadings = () => {
    begin(note, (text) => withHeadings(text, note))
    onEdit()
  }
  const writeAgain = () => {
    setReplaced([...replaced, note])
    begin(note, () => '')
    onEdit()
  }
  const isMerged = merged === note
  // A device may still have the account as an older version of the app kept it.
  const isUnreadable = user.unreadableNotes?.includes(note) && !replaced.includes(note)
  return {
    user,
    note,
    choose,
    edited,
    save,
    addHeadings,
    writeAgain,
    isUnreadable,
    beginning: beginnings[note],
    unsaved,
    isMerged,
    isBusy: saveNotes.isPending,
  }
}
