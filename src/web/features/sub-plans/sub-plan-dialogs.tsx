import { Suspense, useEffect, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { NoteName } from '#shared/accounts/rules.ts'
import { todayIn } from '#shared/dates.ts'
import type { SubLink } from '#shared/sub-links/contract.ts'
import type { FixTarget } from '#shared/sub-plans/rules.ts'
import { type CalendarRef, useNamedCalendar, useOwnCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { writeAddress } from '#web/features/calendar/navigation/planner-url.ts'
import { usePlannerAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { useUser } from '#web/features/people/data.ts'
import { loadLinks } from '#web/features/sub-links/data.ts'
import { type Command, useCommands } from '#web/lib/input/commands.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { useToday } from '#web/lib/time/use-today.ts'
import { whenIdle } from '#web/lib/time/when-idle.ts'
import { suggestedPlanDay } from './data.ts'
import { LinksDialogPart } from './links/links-part.ts'
import { firstDay } from './next-plan-day.ts'
import { newPlanDraft, type PlanDraft } from './plan-draft.ts'

const SubPlanDialogPart = lazyPart(async () => (await import('./sub-plan-dialog.tsx')).SubPlanDialog)
const OutTodayDialogPart = lazyPart(async () => (await import('./out-today/out-today-dialog.tsx')).OutTodayDialog)
const SpecialNotesDialogPart = lazyPart(async () => (await import('./special-notes-dialog.tsx')).SpecialNotesDialog)

type Open =
  | { dialog: 'plan' }
  | { dialog: 'notes'; note?: NoteName; isFromPlan?: boolean }
  | { dialog: 'out'; linkId: string | undefined }
  | { dialog: 'links'; dates: readonly string[] }

/** Registers the commands for sub plans and special notes and shows their dialogs. Resets when the displayed calendar changes. */
export const SubPlanDialogs = () => {
  const { timezone } = useUser()
  const { calendar: name } = usePlannerAddress(useToday(timezone))
  const shown = useNamedCalendar(name)
  const own = useOwnCalendar()
  // A school's calendar has no lessons, so administrators who view it generate plans for their own schedule.
  const calendar = shown.isViewed ? shown : own
  return <Dialogs key={calendar.id} calendar={calendar} />
}

type Openers = Record<'openOut' | 'openLinks' | 'openPlan', (date?: string) => Promise<void>> & { openNotes: () => void }

const commandsOf = ({ openOut, openLinks, openPlan, openNotes }: Openers): Command[] => [
  {
    id: 'out-today',
    label: 'I’m out today',
    group: 'Plan',
    words: 'sick absent substitute sub office',
    run: () => void openOut(),
  },
  {
    id: 'sub-links',
    label: 'A link for your substitute',
    group: 'Plan',
    words: 'share sub qr code',
    run: (date) => void openLinks(date),
  },
  {
    id: 'sub-plans',
    label: 'Generate Sub Plans',
    group: 'Plan',
    words: 'substitute print absent sick',
    run: (date) => void openPlan(date),
  },
  {
    id: 'special-notes',
    label: 'Special Notes',
    group: 'Plan',
    words: 'substitute instructions emergency procedures student classroom office',
    run: openNotes,
  },
]

const Dialogs = ({ calendar }: { calendar: CalendarRef }) => {
  const { id, timezone } = useUser()
  const [open, setOpen] = useState<Open>()
  const [draft, setDraft] = useState<PlanDraft>()

  const openPlan = async (date?: string) => {
    const chosen = date ?? (await suggestedPlanDay(calendar, timezone))
    setDraft((kept) => kept ?? newPlanDraft(chosen))
    setOpen({ dialog: 'plan' })
  }
  const openOut = async () => {
    const suggested = firstDay(todayIn(timezone, Date.now()))
    // If the links can't be loaded, the dialog says so when it needs them.
    const links = await loadLinks().catch(() => [])
    const isForThen = ({ state, teacher, madeBy, dates }: SubLink) =>
      state === 'open' && teacher.id === id && madeBy.id === id && dates.includes(suggested)
    const found = links.filter(isForThen)
    // See it leaves a link behind if the page is closed, so that one that was sent comes first.
    setOpen({ dialog: 'out', linkId: (found.find(({ sentAt }) => sentAt !== null) ?? found[0])?.id })
  }
  const openLinks = async (date?: string) => setOpen({ dialog: 'links', dates: [date ?? (await suggestedPlanDay(calendar, timezone))] })
  useCommands(commandsOf({ openOut, openLinks, openPlan, openNotes: () => setOpen({ dialog: 'notes' }) }))
  useEffect(
    () =>
      whenIdle(() => {
        void SubPlanDialogPart.preload()
        void SpecialNotesDialogPart.preload()
        void OutTodayDialogPart.preload()
        void LinksDialogPart.preload()
      }),
    [],
  )

  const fix = (place: FixTarget) => {
    if ('note' in place) return setOpen({ dialog: 'notes', note: place.note, isFromPlan: true })
    setOpen(undefined)
    navigate(writeAddress({ view: 'day', date: place.date, calendar: calendar.name }))
  }
  const closePlan = () => {
    setOpen(undefined)
    setDraft(undefined)
  }
  return (
    <Suspense>
      {open?.dialog === 'plan' && draft && (
        <SubPlanDialogPart calendar={calendar} draft={draft} onDraft={setDraft} onFix={fix} onClose={closePlan} />
      )}
      {open?.dialog === 'out' && <OutTodayDialogPart linkId={open.linkId} onClose={() => setOpen(undefined)} />}
      {open?.dialog === 'links' && <LinksDialogPart calendar={calendar} dates={open.dates} onClose={() => setOpen(undefined)} />}
      {open?.dialog === 'notes' && (
        <SpecialNotesDialogPart
          initialNote={open.note}
          onClose={() => (open.isFromPlan ? setOpen({ dialog: 'plan' }) : setOpen(undefined))}
        />
      )}
    </Suspense>
  )
}
