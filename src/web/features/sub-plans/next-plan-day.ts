import { isSchoolDay, stepSchoolDay } from '#shared/dates.ts'

/** What counts of a day for which a plan might be made. */
type PlanDay = { marks: { isBlocked: boolean }; lessons: readonly { block: { endTime: string } }[] }

/** When a day without lessons is over. */
const SCHOOL_ENDS = '16:00'
/** School days that are looked at: more than a summer has. */
const LOOK_AHEAD = 70

const isOver = ({ lessons }: PlanDay, time: string): boolean =>
  time >= lessons.reduce((latest, { block }) => (block.endTime > latest ? block.endTime : latest), lessons.length > 0 ? '' : SCHOOL_ENDS)

/**
 * Returns the day for which a plan is most likely wanted: the first school day from today on that is neither over nor a day
 * off. `load` gives a day; undefined where it is not to be had.
 */
export const nextPlanDay = async (
  now: { today: string; time: string },
  load: (date: string) => Promise<PlanDay | undefined>,
): Promise<string> => {
  const first = isSchoolDay(now.today) ? now.today : stepSchoolDay(now.today, 1)
  for (let [date, looked] = [first, 0]; looked < LOOK_AHEAD; date = stepSchoolDay(date, 1), looked++) {
    const day = await load(date)
    const isPast = date === now.today && isOver(day ?? { marks: { isBlocked: false }, lessons: [] }, now.time)
    if (!isPast && !day?.marks.isBlocked) return date
  }
  return first
}
