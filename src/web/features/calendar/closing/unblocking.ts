import type { OpeningPreview } from '#shared/moves/contract.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { previewOpening } from '#web/features/calendar/days/closures/closure-calls.ts'
import { knownClasses } from '#web/features/classes/data.ts'
import { createStore } from '#web/lib/store.ts'
import { rethrowBugs } from '#web/ui/report.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'

/** The days of a range that open again. With `only`, the school has opened these of them already, and the others stay as they are. */
export type Opening = { from: string; to: string; only?: readonly string[] | undefined }
/** Days that open, and what the server would bring back. */
export type Unblocking = Opening & { preview: OpeningPreview }
export const unblocking = createStore<Unblocking | null>(null)

/** Says in a toast that it can't be asked now which plans come back. */
export const tellNotAsked = (title: string): void => {
  const when = navigator.onLine ? 'in a moment' : 'when you’re back online'
  showToast({ tone: 'destructive', title, description: `We couldn’t load the lessons that moved. Try again ${when}.` })
}

/** Asks what happens to the plans of days that open again. Returns 'nothing' if none would come back, and 'unknown' if that can't be loaded. */
export const askAboutPlans = async (calendar: CalendarRef, opening: Opening): Promise<'asked' | 'nothing' | 'unknown'> => {
  if (calendar.kind !== 'own' || knownClasses().length === 0) return 'nothing'
  try {
    const preview = await previewOpening(opening)
    if (preview.back.length === 0) return 'nothing'
    unblocking.set({ ...opening, preview })
    return 'asked'
  } catch (error) {
    rethrowBugs(error)
    return 'unknown'
  }
}
