import * as z from 'zod/mini'
import type { PlannedPart } from '#web/features/calendar/navigation/planner-url.ts'
import { usualPaper } from '#web/lib/paper.ts'
import { storedPrintChoices, storePrintChoices } from '#web/lib/storage.ts'

const OfView = z.object({
  orientation: z.enum(['portrait', 'landscape']),
  /** How much of each lesson: all of its text, how it begins, or its title alone. */
  text: z.enum(['full', 'first', 'titles']),
  hasNotes: z.boolean(),
  /** Empty lines to write on. */
  hasRoom: z.boolean(),
})
const Kept = z.object({ paper: z.enum(['A4', 'LETTER']), week: OfView, day: OfView })
type Kept = z.output<typeof Kept>

/** How a day or a week is put on paper. */
export type PrintChoices = z.output<typeof OfView> & { paper: Kept['paper'] }

const usual = (): Kept => ({
  paper: usualPaper(),
  week: { orientation: 'landscape', text: 'first', hasNotes: true, hasRoom: false },
  day: { orientation: 'portrait', text: 'full', hasNotes: true, hasRoom: false },
})

/** Returns what was chosen on this device the last time, or what most people want. */
const kept = (): Kept => {
  const { success, data } = Kept.safeParse(storedPrintChoices())
  return success ? data : usual()
}

export const printChoices = (view: PlannedPart['view']): PrintChoices => {
  const all = kept()
  return { paper: all.paper, ...all[view] }
}

/** The name of the page in print.css. */
export const pageOf = ({ paper, orientation }: PrintChoices): string => `${paper.toLowerCase()}-${orientation}`

/** Keeps choices for the next time. The paper is that of the printer, whatever is printed. */
export const keepPrintChoices = (view: PlannedPart['view'], { paper, ...ofView }: PrintChoices): void =>
  storePrintChoices({ ...kept(), paper, [view]: ofView })
