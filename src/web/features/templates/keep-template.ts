import { formatDay } from '#shared/dates.ts'
import { dayOfWeek, type PlannedWeek } from '#web/features/calendar/model/planned-week.ts'
import { openTemplateDialog, type TemplateDialog } from '#web/features/templates/open-dialogs.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'

type Kind = 'daily' | 'weekly'

/** Returns the dialog that saves a day, or its week, as a template. Returns undefined if there are no lessons to save. */
export const saveDialogOf = (kind: Kind, week: PlannedWeek | undefined, date: string): TemplateDialog | undefined => {
  const shown = kind === 'daily' ? [week && dayOfWeek(week, date)] : (week?.days ?? [])
  const days = shown.map((day) => day?.lessons.map(({ block }) => block) ?? [])
  if (!week || days.every((blocks) => blocks.length === 0)) return undefined
  const hidden = shown.flatMap((day, place) => (day?.marks.isBlocked && day.lessons.length > 0 ? [place] : []))
  const from = kind === 'daily' ? formatDay(date, 'full') : `Week of ${formatDay(week.monday, 'long')}`
  return { is: 'save', kind, days, hidden, from }
}

/** Opens the dialog that saves a day, or its week, as a template. */
export const keepAsTemplate = (kind: Kind, week: PlannedWeek | undefined, date: string): void => {
  const dialog = saveDialogOf(kind, week, date)
  const description = `No time blocks found for this ${kind === 'daily' ? 'day' : 'week'}`
  if (dialog) openTemplateDialog(dialog)
  else showToast({ title: `Failed to create ${kind} template`, description, tone: 'destructive' })
}
