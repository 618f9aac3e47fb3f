/** Moves the plan of a lesson along its class, or locks it, and shows the result in a toast with Undo. */
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { formatDay } from '#shared/dates.ts'
import { CANNOT_MOVE, type MoveKind } from '#shared/moves/moving/rules.ts'
import { textsSettled } from '#web/features/calendar/class-view/class-saves.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { editsSettled } from '#web/features/calendar/days/outbox/edits-settled.ts'
import { unsureWords } from '#web/features/calendar/days/retry-offline.ts'
import { loadDay } from '#web/features/calendar/days/shown.ts'
import { NOTHING_CHANGED, undoAction } from '#web/features/calendar/days/undo.ts'
import { write } from '#web/features/calendar/days/writes.ts'
import { RefusedCall } from '#web/lib/net/api.ts'
import { report } from '#web/ui/report.ts'
import { moveOutcome } from './move-words.ts'
import { loadSeenMove } from './seen-moves.ts'

const NAMES: Record<MoveKind, string> = { bump: 'bumped', bumpAll: 'bumped', extend: 'extended', pullBack: 'pulled back' }
const UNSENT = 'Earlier changes haven’t reached Firstbell yet. Try again once they’re saved.'

/** Waits until the server has what the teacher typed, because it plans the move on that. Throws {@link RefusedCall} if it can't be reached. */
const settle = async (calendar: CalendarRef): Promise<void> => {
  await textsSettled()
  if (!(await editsSettled(calendar.id))) throw new RefusedCall({ status: 0, code: 'offline', message: UNSENT })
}

/** Moves the plan of a lesson. Without a network, nothing moves, then or later. Returns whether the call succeeded. */
export const movePlan = (
  calendar: CalendarRef,
  kind: MoveKind,
  { date, block }: { date: string; block: Pick<TimeBlock, 'id' | 'title'> },
): Promise<boolean> => {
  let isSent = false
  const attempt = async () => {
    await settle(calendar)
    const seen = await loadSeenMove(calendar, kind, { date, block })
    if (typeof seen === 'string') return { problem: CANNOT_MOVE[seen] }
    const dates = [...new Set([date, ...seen.plan.days.map((day) => day.date)])]
    const { id, title } = block
    isSent = true
    const saved = await write(calendar, { type: 'move-plan', kind, date, block: { id, title }, dates })
    return { saved, plan: seen.plan }
  }
  return report(attempt, {
    done: ({ problem, saved, plan }) => {
      if (problem !== undefined) return { title: `${block.title} can’t be ${NAMES[kind]}`, description: problem, tone: 'neutral' }
      if (!(saved && plan)) return NOTHING_CHANGED
      const words = moveOutcome({ kind, date, plan }, { title: block.title, unplaced: saved.unplaced.length })
      return { ...words, action: undoAction(calendar, saved) }
    },
    failed: (reason, error) => {
      const description = `${reason} ${(isSent && unsureWords(error)) || 'Nothing moved.'}`
      return { title: `${block.title} wasn’t ${NAMES[kind]}`, description }
    },
  })
}

/** Locks a lesson, so that its plan stays on its date, or unlocks it. */
export const switchLock = (calendar: CalendarRef, { date, block }: { date: string; block: TimeBlock }): Promise<boolean> => {
  const isLocked = !block.isLocked
  const attempt = async () => {
    await textsSettled()
    const day = await loadDay(calendar, date)
    const before = day?.lessons.find((lesson) => lesson.block.id === block.id)?.block ?? block
    return write(calendar, { type: 'block', date, before, after: { ...before, isLocked } })
  }
  return report(attempt, {
    done: (saved) => {
      if (!saved) return NOTHING_CHANGED
      const description = isLocked ? `Its plan stays on ${formatDay(date, 'short')}.` : 'Its plan can move again.'
      return { title: `${block.title} ${isLocked ? 'locked' : 'unlocked'}`, description, action: undoAction(calendar, saved) }
    },
    failed: (reason) => ({ title: `${block.title} wasn’t ${isLocked ? 'locked' : 'unlocked'}`, description: `${reason} Try again.` }),
  })
}
