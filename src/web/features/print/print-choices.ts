import * as z from 'zod/mini'
import type { PlannedPart } from '#web/features/calendar/navigation/planner-url.ts'
import { usualPaper } from '#web/lib/paper.ts'
import { json, slot } from '#web/lib/storage.ts'

const OfView = z.object({
  orientation: z.enum(['portrait', 'landscape']),
  /** How much of each lesson's text to print: the full text, its beginning, or only the title. */
  text: z.enum(['full', 'first', 'titles']),
  hasNotes: z.boolean(),
  /** Whether to print blank lines for handwriting. */
  hasRoom: z.boolean(),
})
const SavedChoices = z.object({ paper: z.enum(['A4', 'LETTER']), week: OfView, day: OfView, dates: z.optional(OfView) })
type SavedChoices = z.output<typeof SavedChoices>

/** The dialog prints a week, a day, or a range of dates. */
export type PrintView = PlannedPart['view'] | 'dates'

/** The day or week, the range, and the IDs of the classes that are left out, as chosen in the dialog. */
export type Asked = { view: PrintView; date: string; from: string; to: string; without: ReadonlySet<string> }

/** Print settings for a day, a week or a range of dates. */
export type PrintChoices = z.output<typeof OfView> & { paper: SavedChoices['paper'] }

const usual = (): SavedChoices & Record<PrintView, z.output<typeof OfView>> => ({
  paper: usualPaper(),
  week: { orientation: 'landscape', text: 'first', hasNotes: true, hasRoom: false },
  day: { orientation: 'portrait', text: 'full', hasNotes: true, hasRoom: false },
  dates: { orientation: 'portrait', text: 'first', hasNotes: true, hasRoom: false },
})

/** The settings last used on this device. */
export const storedChoices = slot('print', json<unknown>(), 'device')

/** Returns the settings last used on this device, or the defaults. */
const kept = (): SavedChoices => {
  const { success, data } = SavedChoices.safeParse(storedChoices.get())
  return success ? data : usual()
}

export const printChoices = (view: PrintView): PrintChoices => {
  const all = kept()
  return { paper: all.paper, ...(all[view] ?? usual()[view]) }
}

/** Returns the page name used in print.css. */
export const pageOf = ({ paper, orientation }: PrintChoices): string => `${paper.toLowerCase()}-${orientation}`

/** Stores the settings for next time. The paper size applies to all views, because it depends on the printer. */
export const keepPrintChoices = (view: PrintView, { paper, ...ofView }: PrintChoices): void =>
  storedChoices.set({ ...kept(), paper, [view]: ofView })
