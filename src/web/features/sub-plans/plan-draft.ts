import type { SubPlanChoices } from '#shared/sub-plans/contract.ts'

/** The teacher's choices for a plan. They are kept while the teacher adds what's missing. */
export type PlanDraft = { dates: readonly string[]; choices: SubPlanChoices }

export const newPlanDraft = (date: string): PlanDraft => ({
  dates: [date],
  choices: { emergencyProcedures: true, substituteInstructions: true, studentNotes: true, alerts: true, lessons: 'full', message: '' },
})

export const withDateToggled = (dates: readonly string[], date: string): string[] =>
  dates.includes(date) ? dates.filter((chosen) => chosen !== date) : [...dates, date].sort()

/** Returns a file name that includes the dates, because it's all that a school office sees when filing the plan. */
export const planFileName = (dates: readonly string[]): string => {
  const inOrder = [...dates].sort()
  const [first, last] = [inOrder[0], inOrder.at(-1)]
  return `substitute-plan-${first === last ? first : `${first}-to-${last}`}.pdf`
}
