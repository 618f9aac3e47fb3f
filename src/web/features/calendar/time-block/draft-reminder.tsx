import { PencilLine, X } from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '#shared/dates.ts'
import { type CalendarRef, useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { hasBlock, loadDay, shownDay } from '#web/features/calendar/days/shown.ts'
import { askForBlock } from '#web/features/calendar/navigation/asked-block.ts'
import { goTo } from '#web/features/calendar/navigation/shown-date.ts'
import { createStore } from '#web/lib/store.ts'
import { PHONE, useMedia } from '#web/lib/use-media.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { reasonOf, rethrowBugs } from '#web/ui/report.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { dropDraft, dropIfSaved, keepAsNew, type UnsavedDraft, unsavedDrafts } from './kept-drafts.ts'

/** ID of the user who chose Later. Resets when the page reloads. */
const putOffBy = createStore<string | undefined>(undefined)

/** Deletes a draft that the lesson on a loaded day already has. */
const isSavedDraft = (calendar: CalendarRef, draft: UnsavedDraft): boolean => {
  const block = shownDay(calendar, draft.date)?.lessons.find(({ block }) => block.id === draft.blockId)?.block
  return block !== undefined && dropIfSaved(draft, block, Date.now())
}

const draftsToName = (calendar: CalendarRef, owner: string): UnsavedDraft[] =>
  putOffBy.get() === owner
    ? []
    : unsavedDrafts(owner, Date.now()).filter(
        (draft) =>
          (draft.isNew ? !hasBlock(calendar, draft.date, draft.blockId) : calendar.kind === 'own') && !isSavedDraft(calendar, draft),
      )

type DraftReminderProps = {
  owner: string
  today: string
  /** Opens a new time block on this day, which restores its draft. The day's week has loaded by then. */
  onOpen: (date: string) => void
}

/**
 * Reminds the teacher of a lesson with unsaved text, and opens it. A saved lesson also has a sign on its card, which may be in another week.
 * A new lesson has no card yet.
 */
export const DraftReminder = ({ owner, today, onOpen }: DraftReminderProps) => {
  const calendar = useCalendar()
  const isPhone = useMedia(PHONE)
  const [drafts, setDrafts] = useState(() => draftsToName(calendar, owner))
  const [isOpening, setIsOpening] = useState(false)
  const [draft, ...others] = drafts
  if (!draft) return null
  const { date, title } = draft
  const name = title.trim() ? `“${title.trim()}”` : 'A lesson'

  /** Opens a new lesson's draft. */
  const openNew = async () => {
    await loadDay(calendar, date)
    goTo(today, (now) => ({ ...now, date }))
    if (!hasBlock(calendar, date, draft.blockId)) return onOpen(date)
    // The save reached the server, and only the response was lost.
    dropDraft(draft)
    showToast({ title: 'This lesson is already saved' })
    setDrafts(draftsToName(calendar, owner))
  }
  /** Opens a saved lesson, which may be on another day by now, or its text in a new one if it doesn't exist anymore. */
  const openSaved = async () => {
    // Rarely needed, so it loads with the first draft.
    const { placeOfLesson } = await import('#web/features/calendar/days/timetables/find-lesson.ts')
    const place = await placeOfLesson(calendar, date, draft.blockId)
    await loadDay(calendar, place.date)
    if (place.isThere) askForBlock(place.date, draft.blockId)
    goTo(today, (now) => ({ ...now, date: place.date }))
    if (place.isThere && place.date === date) return
    const day = formatDay(place.date, 'short')
    if (place.isThere) return showToast({ title: `This lesson is on ${day} now`, description: 'Your text came along.' })
    keepAsNew(draft, place.date, Date.now())
    onOpen(place.date)
    showToast({ title: 'This lesson isn’t on your calendar anymore', description: `Your text is in a new lesson on ${day}.` })
  }
  const open = async () => {
    setIsOpening(true)
    try {
      await (draft.isNew ? openNew() : openSaved())
    } catch (error) {
      showToast({ tone: 'destructive', title: 'Couldn’t open the day', description: `${reasonOf(error)} Your text is safe.` })
      rethrowBugs(error)
    }
    setIsOpening(false)
  }
  const putOff = () => {
    putOffBy.set(owner)
    setDrafts([])
  }

  return (
    <section
      aria-label="Unsaved lesson"
      className="sticky bottom-4 z-10 mx-5 mt-auto mb-4 flex max-w-[min(720px,calc(100%-40px))] items-center gap-2.5 self-start rounded-card border border-line bg-surface py-1.5 pr-1.5 pl-3.5 shadow-float small:mx-4 small:max-w-[calc(100%-32px)] small:not-short:bottom-24"
    >
      <PencilLine className="size-4 shrink-0 text-brass-ink" />
      {isPhone ? (
        <p role="status" className="min-w-0 flex-1 text-label">
          <b className="block truncate font-semibold">{name}</b>{' '}
          <span className="block truncate">
            Unsaved, {formatDay(date, 'monthDay')}
            {others.length > 0 && `, +${others.length}`}
          </span>
        </p>
      ) : (
        <p role="status" className="min-w-0 flex-1 text-label">
          <b className="font-semibold">{name}</b> on <span className="whitespace-nowrap">{formatDay(date, 'short')}</span>,{' '}
          {draft.isNew ? 'isn’t saved yet' : 'has unsaved changes'}
          {others.length > 0 && <span className="text-ink-soft"> (and {others.length} more)</span>}
        </p>
      )}
      <Button size="sm" busy={isOpening} onClick={() => void open()}>
        Continue
      </Button>
      <IconButton label="Later" variant="ghost" onClick={putOff}>
        <X className="size-4" />
      </IconButton>
    </section>
  )
}
