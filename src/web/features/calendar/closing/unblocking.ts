import type { OpeningPreview } from '#shared/moves/contract.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { previewOpening } from '#web/features/calendar/days/closures/closure-calls.ts'
import { knownClasses } from '#web/features/classes/data.ts'
import { createStore } from '#web/lib/store.ts'
import { rethrowBugs } from '#web/ui/report.ts'

/** The days of a range that open again. With `only`, the school has opened these of them already, and the others stay as they are. */
export type Opening = { from: string; to: string; only?: readonly string[] | undefined }
/** Days that open, and what the server would bring back. */
export type Unblocking = Opening & { preview: OpeningPreview }
export const unblocking = createStore<Unblocking | null>(null)

/** Asks what happens to the plans of days that open again. Returns false if none would come back, or if that can't be loaded. */
export const asksAboutPlans = async (calendar: CalendarRef, opening: Opening): Promise<boolean> => {
  if (calendar.kind !== 'own' || knownClasses().length === 0) return false
  try {
    const preview = await previewOpening(opening)
    if (preview.back.length > 0) unblocking.set({ ...opening, preview })
    return preview.back.length > 0
  } catch (error) {
    rethrowBugs(error)
    return false
  }
}
