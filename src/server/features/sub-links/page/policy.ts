import { hashOf } from '#server/features/sub-links/policy.ts'
import type { SubPlan } from '#shared/sub-plans/document/rules.ts'

/**
 * Returns a hash of what a plan tells a substitute, so that marks, versions and hidden parts don't count as changes. Includes the link's
 * token, because a hash of the notes alone would confirm guesses at them.
 */
export const hashOfPlan = ({ teacher, classroom, notes, days, classes, choices }: SubPlan, token: string): string => {
  const placeOf = (classId: string | null | undefined) => {
    const found = classes.find(({ id }) => id === classId)
    return found && [found.name, found.room]
  }
  const told = days.map(({ date, cycleDay, entry, blocks }) => [
    ...[date, cycleDay, entry?.isBlocked, entry?.blockedText, entry?.userBlockedText, entry?.noteText, entry?.schoolNote],
    blocks.map(({ title, startTime, endTime, description, hasAlert, alertMessage, classId }) => [
      ...[title, startTime, endTime, description, placeOf(classId)],
      choices.alerts && hasAlert && alertMessage,
    ]),
  ])
  const instructions = choices.substituteInstructions && notes.substituteInstructions
  return hashOf(JSON.stringify([token, teacher, classroom, notes.emergencyProcedures, notes.studentNotes, instructions, told]))
}
