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
const SavedChoices = z.object({ paper: z.enum(['A4', 'LETTER']), week: OfView, day: OfView })
type SavedChoices = z.output<typeof SavedChoices>

/** Print settings for a day or a week. */
export type PrintChoices = z.output<typeof OfView> & { paper: SavedChoices['paper'] }

const usual = (): SavedChoices => ({
  paper: usualPaper(),
  week: { orientation: 'landscape', text: 'first', hasNotes: true, hasRoom: false },
  day: { orientation: 'portrait', text: 'full', hasNotes: true, hasRoom: false },
})

/** The settings last used on this device. */
export const storedChoices = slot('print', json<unknown>(), 'device')

/** Returns the settings last used on this device, or the defaults. */
const kept = (): SavedChoices => {
  const { success, data } = SavedChoices.safeParse(storedChoices.get())
  return success ? data : usual()
}

export const printChoices = (view: PlannedPart['view']): PrintChoices => {
  const all = kept()
  return { paper: all.paper, ...all[view] }
}

/** Returns the page name used in print.css. */
export const pageOf = ({ paper, orientation }: PrintChoices): string => `${paper.toLowerCase()}-${orientation}`

/** Stores the settings for next time. The paper size applies to both views, because it depends on the printer. */
export const keepPrintChoices = (view: PlannedPart['view'], { paper, ...ofView }: PrintChoices): void =>
  storedChoices.set({ ...kept(), paper, [view]: ofView })
