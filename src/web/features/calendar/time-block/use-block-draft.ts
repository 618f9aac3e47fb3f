import { type RefObject, useRef, useState } from 'react'
import type { BlockDraft } from '#web/features/calendar/model/block-draft.ts'
import type { TextHandle } from '#web/features/rich-text/text-handle.ts'

/** Holds the values that a teacher types into a time block. Reads the description from the editor when it's needed, not on each keystroke. */
export const useBlockDraft = (initial: BlockDraft, text: RefObject<TextHandle | null>) => {
  const [fields, setFields] = useState(initial)
  const [editorKey, setEditorKey] = useState(0)
  const readDescription = useRef<() => string>(undefined)
  /** Sets all fields, including the description. */
  const put = (draft: BlockDraft) => {
    readDescription.current = undefined
    setFields(draft)
    setEditorKey((key) => key + 1)
  }
  return {
    fields,
    /** A key that changes to remount the editor with `fields.description`. */
    editorKey,
    read: (): BlockDraft => ({ ...fields, description: readDescription.current?.() ?? fields.description }),
    change: (changed: Partial<BlockDraft>) => setFields((now) => ({ ...now, ...changed })),
    put,
    /** Sets the function that reads the description from the editor. */
    readFrom: (readNow: () => string) => {
      readDescription.current = readNow
    },
    /** Takes in fields that changed elsewhere. Keeps the cursor. */
    take: (changed: Partial<BlockDraft>) => {
      setFields((now) => ({ ...now, ...changed }))
      if (changed.description !== undefined) text.current?.take(changed.description)
    },
  }
}
