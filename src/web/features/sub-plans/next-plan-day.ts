import { isSchoolDay, stepSchoolDay } from '#shared/dates.ts'

/** Returns today, or the next school day on a weekend. */
export const firstDay = (today: string): string => (isSchoolDay(today) ? today : stepSchoolDay(today, 1))

/** The fields of a day that determine whether the teacher is likely to want a plan for it. */
type PlanDay = { marks: { isBlocked: boolean }; lessons: readonly { block: { endTime: string } }[] }

/** The time at which a day without lessons is over. */
const SCHOOL_ENDS = '16:00'
/** The number of school days to check. Longer than a summer break. */
const LOOK_AHEAD = 70

const isOver = ({ lessons }: PlanDay, time: string): boolean =>
  time >= lessons.reduce((latest, { block }) => (block.endTime > latest ? block.endTime : latest), lessons.length > 0 ? '' : SCHOOL_ENDS)

/**
 * Returns the day for which the teacher most likely wants a plan: the first school day, starting today, that is neither over nor a day off.
 * Falls back to the next school day. `load` returns undefined for a day that fails to load.
 */
export const nextPlanDay = async (
  now: { today: string; time: string },
  load: (date: string) => Promise<PlanDay | undefined>,
): Promise<string> => {
  const first = firstDay(now.today)
  for (let [date, looked] = [first, 0]; looked < LOOK_AHEAD; date = stepSchoolDay(date, 1), looked++) {
    const day = await load(date)
    const isPast = date === now.today && isOver(day ?? { marks: { isBlocked: false }, lessons: [] }, now.time)
    if (!isPast && !day?.marks.isBlocked) return date
  }
  return first
}
