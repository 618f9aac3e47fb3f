import type { SubLinkParts } from './contract.ts'

/** The parts of a link whose maker chose none. */
export const USUAL_PARTS: SubLinkParts = {
  lessons: 'full',
  files: true,
  substituteInstructions: true,
  alerts: true,
  studentNotes: false,
  report: true,
}
