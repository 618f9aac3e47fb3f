import { useState } from 'react'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import type { MarkKind } from '#web/features/calendar/model/marks.ts'
import { useUser } from '#web/features/people/data.ts'
import { useKeptDraft } from '#web/lib/use-kept-draft.ts'
import { dropMark, keepMark, type MarkDraft, openMark } from './kept-marks.ts'

type Begun = {
  kind: MarkKind
  date: string
  /** The last date of a break. The teacher can choose another one. */
  to: string
  /** The existing text. */
  seen: string | null
  /** Texts to choose from, which aren't kept as drafts. A new mark starts with the first one. */
  presets?: readonly string[]
  /** A draft to begin with, such as that of a failed save. */
  unsaved?: MarkDraft | undefined
}

const NONE: readonly string[] = []

/** Holds what the teacher types into the dialog, and stores it on this device. */
export const useMarkDraft = ({ kind, date, to, seen, presets = NONE, unsaved }: Begun) => {
  const place = { owner: useUser().id, calendarId: useCalendar().id, date, kind }
  const blank: MarkDraft = { text: seen ?? presets[0] ?? '', span: { from: date, to, everyWeeks: 0, until: '' } }
  const opened = () => {
    const kept = openMark(place, seen, blank.span, Date.now())
    return kept.keptAt === null ? { ...kept, text: blank.text } : kept
  }
  const [{ keptAt, hasMovedOn, ...initial }, setInitial] = useState(() =>
    unsaved ? { ...unsaved, keptAt: null, hasMovedOn: false } : opened(),
  )
  const [draft, setDraft] = useState<MarkDraft>({ text: initial.text, span: initial.span })
  const keeper = useKeptDraft(() => keepMark(place, { ...draft, ...(presets.includes(draft.text) && { text: '' }), seen, at: Date.now() }))
  return {
    ...draft,
    draft,
    keptAt,
    hasMovedOn,
    change: (changed: Partial<MarkDraft>) => {
      setDraft((now) => ({ ...now, ...changed }))
      keeper.touch()
    },
    /** Deletes the draft stored on this device and shows the saved text. */
    dropKept: () => {
      keeper.stop()
      dropMark(place)
      setInitial({ ...blank, keptAt: null, hasMovedOn: false })
      setDraft(blank)
    },
  }
}
