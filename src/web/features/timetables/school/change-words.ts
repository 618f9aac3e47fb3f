import type { SchoolChange } from '#shared/timetables/school/contract.ts'
import { counted } from '#web/lib/counted.ts'

const byWords = (by: number | null): string => {
  if (by === null || by === 0) return ''
  const days = Math.abs(by)
  return ` ${days === 1 ? 'one day' : `${days} days`} ${by > 0 ? 'on' : 'back'}`
}

/** Says what an update would do: '112 lessons move one day on. 2 plans go to Unplaced lessons.' */
export const updateWords = ({ moved, by, added, unplaced, dates }: SchoolChange): string => {
  const sentences = [
    moved > 0 && `${counted(moved, 'lesson')} ${moved === 1 ? 'moves' : 'move'}${byWords(by)}.`,
    moved === 0 && added > 0 && `${counted(added, 'lesson')} ${added === 1 ? 'is' : 'are'} added.`,
    unplaced > 0 && `${counted(unplaced, 'plan')} ${unplaced === 1 ? 'goes' : 'go'} to Unplaced lessons.`,
  ].filter(Boolean)
  if (sentences.length > 0) return sentences.join(' ')
  return dates.length > 0 ? 'Only empty lessons change.' : 'No lessons move.'
}
