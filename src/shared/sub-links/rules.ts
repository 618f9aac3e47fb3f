/** The parts of a link whose maker chose none. */
export const USUAL_PARTS = {
  lessons: 'full' as 'full' | 'glance',
  files: true,
  substituteInstructions: true,
  alerts: true,
  studentNotes: false,
  report: true,
}
