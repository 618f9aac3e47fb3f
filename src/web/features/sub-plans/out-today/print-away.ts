import type { Classroom } from '#shared/accounts/contract.ts'
import type { SpecialNotes } from '#shared/accounts/rules.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import type { DailyTemplate } from '#shared/templates/contract.ts'
import type { CalendarId } from '#web/features/calendar/days/calendar-ref.ts'
import { planOnDevice } from '#web/features/sub-plans/data.ts'
import { showPlanOnPage } from '#web/features/sub-plans/kept-plan.ts'
import { EVERYTHING } from '#web/features/sub-plans/plan-draft.ts'
import { openPrintWindow, printIn } from '#web/features/sub-plans/print-window.ts'
import { report } from '#web/ui/report.ts'
import { htmlOfTyped, notesWith, type Typed } from './typed-gaps.ts'

type Chosen = {
  dates: readonly string[]
  message: string
  studentNotes: boolean
  /** The emergency plan that replaces the days' lessons. */
  plan: DailyTemplate | undefined
  typed: Typed
  /** The notes without the typed text. */
  notes: SpecialNotes
  classroom: Classroom
}

/** Prints a plan without the server, with the text in the dialog's fields. Call it directly in the click handler. */
export const printAway = (calendar: CalendarId, chosen: Chosen): Promise<boolean> => {
  const { dates, message, studentNotes, plan, typed, notes, classroom } = chosen
  const opened = openPrintWindow()
  const textOf = (date: string, { id, description }: TimeBlock): string => {
    const text = typed[JSON.stringify({ date, blockId: id })] ?? ''
    return text.trim() === '' ? description : htmlOfTyped(text)
  }
  const make = async () => {
    const document = await planOnDevice(calendar, {
      dates,
      choices: { ...EVERYTHING, studentNotes, message },
      instead: plan?.blocks,
      typed: { notes: notesWith(notes, typed), classroom, textOf },
    })
    if (opened) printIn(opened, document)
    else showPlanOnPage(document)
  }
  const failed = (description: string) => {
    opened?.close()
    return { title: 'Failed to print the plan', description }
  }
  return report(make, { failed })
}
