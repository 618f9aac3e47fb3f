import { definitionOf, type PdfDefinition } from '#shared/sub-plans/pages/rules.ts'
import type { Paper } from '#web/lib/paper.ts'
import { type Plan, sheetsOf } from './plan-content.ts'

/** Returns the document definition of a plan. */
export const planDefinition = (plan: Plan, paper: Paper): PdfDefinition => definitionOf(plan.title, sheetsOf(plan), paper)
