/** Acts on the plan of a lesson by key or by name. Loads with the menu of lessons. */
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { CANNOT_MOVE } from '#shared/moves/moving/rules.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { classesQuery } from '#web/features/classes/data.ts'
import { queryClient } from '#web/lib/net/query-client.ts'
import { report } from '#web/ui/report.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import type { PlanAct } from './move-keys.ts'
import { movePlan, switchLock } from './move-plan.ts'

/** Moves the plan of a lesson, or locks the lesson. A lesson without a class has no next one, which a toast says. */
export const actOnPlan = async (calendar: CalendarRef, act: PlanAct, lesson: { date: string; block: TimeBlock }): Promise<void> => {
  const { title, classId } = lesson.block
  const isOfClass = async () => (await queryClient.ensureQueryData(classesQuery)).some(({ id }) => id === classId)
  if (act !== 'lock') return void (await movePlan(calendar, act, lesson))
  const lock = async () => {
    if (await isOfClass()) await switchLock(calendar, lesson)
    else showToast({ title: `${title} can’t be locked`, description: CANNOT_MOVE.noClass })
  }
  await report(lock, { failed: (reason) => ({ title: `${title} can’t be locked`, description: reason }) })
}
