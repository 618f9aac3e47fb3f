import { daysInRange } from '#shared/dates.ts'
import type { OpeningPreview } from '#shared/moves/contract.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { unsureWords } from '#web/features/calendar/days/retry-offline.ts'
import { undoAction } from '#web/features/calendar/days/undo.ts'
import { write } from '#web/features/calendar/days/writes.ts'
import { counted } from '#web/lib/counted.ts'
import { report } from '#web/ui/report.ts'
import type { Opening } from './unblocking.ts'

const STAY = 'The lessons stay where they are'

/**
 * Opens days, and brings back what the preview lists, or with a preview of null leaves the plans where they are. Shows the result in a toast
 * with Undo. Returns whether it was saved.
 */
export const openDays = (calendar: CalendarRef, { from, to, only }: Opening, preview: OpeningPreview | null): Promise<boolean> => {
  const moves = preview ? [...preview.back, ...preview.others] : []
  const places = moves.flatMap((move) => [move.from.date, ...(move.to ? [move.to.date] : [])])
  const dates = [...new Set([...(only ?? daysInRange(from, to)), ...places])].sort()
  const back = preview?.back.length ?? 0
  const outcome = preview ? `${counted(back, 'lesson')} ${back === 1 ? 'is' : 'are'} back` : STAY
  return report(() => write(calendar, { type: 'opening', from, to, only, plans: preview ? 'bringBack' : 'leave', dates }), {
    done: (saved) => ({
      ...(only ? { title: outcome } : { title: from === to ? 'Day unblocked' : 'Days unblocked', description: `${outcome}.` }),
      ...(saved && { action: undoAction(calendar, saved) }),
    }),
    failed: (reason, error) => {
      const unsure = unsureWords(error)
      if (!only) return { title: 'Failed to remove date', description: `${reason} ${unsure ?? 'Nothing changed.'}` }
      const title = unsure && moves.length > 0 ? 'The plans may have moved' : 'Nothing moved'
      return { title, description: unsure ? `${reason} ${unsure}` : reason }
    },
  })
}
