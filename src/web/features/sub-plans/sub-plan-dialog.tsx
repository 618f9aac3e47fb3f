import { useMutation, useQuery } from '@tanstack/react-query'
import { FileDown, Link2, Printer } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { NoteName } from '#shared/accounts/rules.ts'
import { formatDay } from '#shared/dates.ts'
import type { SubLink } from '#shared/sub-links/contract.ts'
import { type FixTarget, isNoteEmpty } from '#shared/sub-plans/rules.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { personQuery } from '#web/features/calendar/days/queries.ts'
import { DayPicker } from '#web/features/calendar/month/day-picker.tsx'
import { useViewedName } from '#web/features/calendar/viewing/viewed-person.ts'
import { useUser } from '#web/features/people/data.ts'
import { useIsAway, useLacksStudentNotes } from '#web/features/people/use-is-away.ts'
import { makeLink } from '#web/features/sub-links/data.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { PHONE, useMedia } from '#web/lib/use-media.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { AwayNote, NO_STUDENT_NOTES } from './away-note.tsx'
import { generatePlan } from './data.ts'
import { showPlanOnPage } from './kept-plan.ts'
import { LinksDialogPart } from './links/links-part.ts'
import { PlanChoices } from './plan-choices.tsx'
import { type PlanDraft, planFileName, withDateToggled } from './plan-draft.ts'
import { openPrintWindow, printIn } from './print-window.ts'
import { ReadinessCheck } from './readiness-check.tsx'

const PRINTER = <Printer className="size-4" />
const FILE = <FileDown className="size-4" />
const LINK = <Link2 className="size-4" />
const NO_DATE = 'Please select at least one date to generate substitute plans'

const chosenWords = (dates: readonly string[]): string =>
  dates.length === 0 ? 'No days selected' : dates.map((date) => formatDay(date, 'short')).join(' · ')

const refused = (error: Error): void =>
  showToast({ tone: 'destructive', title: 'Failed to generate substitute plans', description: error.message })

const linkRefused = (error: Error): void => showToast({ tone: 'destructive', title: 'Failed to make a link', description: error.message })

/** Makes a link of the plan. It has no student notes unless the teacher ticks them for this link. */
const linkOf = (calendar: CalendarRef, { dates, choices }: PlanDraft): Promise<SubLink> => {
  const { lessons, substituteInstructions, alerts, message } = choices
  const include = { lessons, substituteInstructions, alerts, studentNotes: false, files: true, report: true }
  return makeLink(calendar, { dates: [...dates], include, message })
}

type PlanButtonsProps = { calendar: CalendarRef; draft: PlanDraft; isAway: boolean; onLink: (link: SubLink) => void; onClose: () => void }

/** The buttons that make the plan: as a link, for a printer, or as a PDF. Without a network, only a printer. */
const PlanButtons = ({ calendar, draft, isAway, onLink, onClose }: PlanButtonsProps) => {
  const { dates, choices } = draft
  const isPhone = useMedia(PHONE)
  const generate = useMutation({
    mutationFn: async (opened: Window | null) => {
      try {
        return await generatePlan(calendar, dates, choices)
      } catch (error) {
        opened?.close()
        throw error
      }
    },
    onSuccess: (plan, opened) => {
      onClose()
      if (opened) printIn(opened, plan)
      else showPlanOnPage(plan)
    },
    onError: refused,
  })
  const download = useMutation({
    mutationFn: async () => {
      // The PDF library is large and rarely needed, so it loads on the first click.
      const [plan, { planPdf }] = await Promise.all([generatePlan(calendar, dates, choices), import('./plan-pdf.ts')])
      return planPdf(plan)
    },
    onSuccess: (pdf) => {
      saveFile(pdf, planFileName(dates))
      if (isPhone) showToast({ title: 'Saved', description: 'Share it from your Files app or your email.' })
    },
    onError: refused,
  })
  const link = useMutation({ mutationFn: () => linkOf(calendar, draft), onSuccess: onLink, onError: linkRefused })
  const withDates = (make: () => void) => () => {
    if (dates.length === 0) showToast({ tone: 'destructive', title: NO_DATE })
    else make()
  }
  const share = { label: 'Make a link', icon: LINK, isBusy: link.isPending, make: () => link.mutate() }
  const save = { label: 'Save as PDF', icon: FILE, isBusy: download.isPending, make: () => download.mutate() }
  const print = { label: 'Generate and print', icon: PRINTER, isBusy: generate.isPending, make: () => generate.mutate(openPrintWindow()) }
  // The last button is the main action. Few phones can print.
  const all = isPhone ? [share, print, save] : [share, save, print]
  const buttons = isAway ? [print] : all
  return buttons.map(({ label, icon, isBusy, make }, position) => (
    <Button
      key={label}
      variant={position === buttons.length - 1 ? 'solid' : 'outline'}
      icon={icon}
      className="max-sm:flex-auto"
      busy={isBusy}
      onClick={withDates(make)}
    >
      {label}
    </Button>
  ))
}

type SubPlanDialogProps = {
  calendar: CalendarRef
  draft: PlanDraft
  onDraft: (draft: PlanDraft) => void
  onFix: (place: FixTarget) => void
  onClose: () => void
}

/** Lets the teacher choose the days and contents of a sub plan, flags missing content, and generates the plan. */
export const SubPlanDialog = ({ calendar, draft, onDraft, onFix, onClose }: SubPlanDialogProps) => {
  const { preferences, timezone, emergencyProcedures, substituteInstructions, studentNotes } = useUser()
  const notes = Object.entries({ emergencyProcedures, substituteInstructions, studentNotes }) as [NoteName, string][]
  const today = useToday(timezone)
  const viewed = useViewedName(calendar)
  const { data: owner } = useQuery({ ...personQuery(calendar), enabled: calendar.isViewed })
  const { dates, choices } = draft
  const [linkId, setLinkId] = useState<string>()
  const isAway = useIsAway() && !viewed
  const lacksNotes = useLacksStudentNotes() && isAway
  const notShared = viewed && owner?.sharesStudentNotes !== true ? `${viewed} doesn’t share student notes with you.` : undefined
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title="Generate Sub Plans"
      description={`A ready-to-teach plan, built from ${viewed ? `${viewed}’s` : 'your'} planner.`}
      footer={
        <>
          <p className="min-w-0 flex-1 text-label text-ink-soft max-sm:basis-full" aria-live="polite">
            {chosenWords(dates)}
          </p>
          <PlanButtons calendar={calendar} draft={draft} isAway={isAway} onLink={({ id }) => setLinkId(id)} onClose={onClose} />
        </>
      }
    >
      <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
        {isAway && (
          <div className="md:col-span-2 phone:order-first">
            <AwayNote>You can print the plan from what is on this device. A link or a PDF needs the network.</AwayNote>
          </div>
        )}
        <DayPicker
          calendar={calendar}
          label="Days to cover"
          areDaysOffOpen
          chosen={dates}
          today={today}
          weekStartsOn={preferences.weekStartsOn}
          onToggle={(date) => onDraft({ ...draft, dates: withDateToggled(dates, date) })}
        />
        <PlanChoices
          choices={choices}
          of={viewed}
          withoutStudentNotes={lacksNotes ? NO_STUDENT_NOTES : notShared}
          emptyNotes={
            viewed
              ? []
              : notes.filter(([name, note]) => isNoteEmpty(note) && !(lacksNotes && name === 'studentNotes')).map(([name]) => name)
          }
          onWrite={(note) => onFix({ note })}
          onChange={(change) => onDraft({ ...draft, choices: { ...choices, ...change } })}
        />
        {!viewed && (
          <section aria-labelledby="readiness" className="phone:order-first md:col-span-2">
            <h3 id="readiness" className="mb-1.5 text-large phone:sr-only">
              Readiness check
            </h3>
            <ReadinessCheck dates={dates} onFix={onFix} />
          </section>
        )}
      </div>
      <Suspense>
        {linkId !== undefined && <LinksDialogPart calendar={calendar} linkId={linkId} dates={dates} onClose={() => setLinkId(undefined)} />}
      </Suspense>
    </Dialog>
  )
}
