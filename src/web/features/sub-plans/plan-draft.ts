import type { SubPlanChoices } from '#shared/sub-plans/contract.ts'

/** The teacher's choices for a plan, kept while the teacher adds missing content. */
export type PlanDraft = { dates: readonly string[]; choices: SubPlanChoices }

/** A complete plan. */
export const EVERYTHING: SubPlanChoices = {
  emergencyProcedures: true,
  substituteInstructions: true,
  studentNotes: true,
  alerts: true,
  lessons: 'full',
  message: '',
}

export const newPlanDraft = (date: string): PlanDraft => ({ dates: [date], choices: EVERYTHING })

export const withDateToggled = (dates: readonly string[], date: string): string[] =>
  dates.includes(date) ? dates.filter((chosen) => chosen !== date) : [...dates, date].sort()

/** Returns a file name that includes the dates, because a school office sees only the file name when filing the plan. */
export const planFileName = (dates: readonly string[]): string => {
  const inOrder = [...dates].sort()
  const [first, last] = [inOrder[0], inOrder.at(-1)]
  return `substitute-plan-${first === last ? first : `${first}-to-${last}`}.pdf`
}
