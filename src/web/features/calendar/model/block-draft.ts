import type { TimeBlock } from '#shared/calendar/contract.ts'
import { addMinutes, minutesOf } from '#shared/dates.ts'
import { MAX_LESSON_HTML } from '#shared/lesson-html.ts'

/** What the time block dialog holds while a teacher types. */
export type BlockDraft = Pick<TimeBlock, 'title' | 'description' | 'startTime' | 'endTime' | 'hasAlert' | 'alertMessage'>
export type DraftProblems = Partial<Record<keyof BlockDraft, string>>

const DEFAULT_START = '08:00'
/** After this time no lesson begins by itself. */
const LAST_START = '23:00'
const MISSING = 'Please fill in all required fields'

/** Returns when a new lesson begins: where the day's last one ends, or at 8:00 on a day without any or one that is full to its end. */
export const nextStart = (blocks: readonly Pick<TimeBlock, 'endTime'>[]): string => {
  const last = blocks.reduce((latest, { endTime }) => (endTime > latest ? endTime : latest), '')
  return last === '' || last >= LAST_START ? DEFAULT_START : last
}

/** Returns an empty lesson of `duration` minutes. */
export const newDraft = (duration: number, startTime = DEFAULT_START): BlockDraft => ({
  title: '',
  description: '',
  startTime,
  endTime: addMinutes(startTime, duration),
  hasAlert: false,
  alertMessage: '',
})

export const draftOf = ({ title, description, startTime, endTime, hasAlert, alertMessage }: TimeBlock): BlockDraft => ({
  title,
  description,
  startTime,
  endTime,
  hasAlert,
  alertMessage,
})

/** Returns the draft with another start; it lasts `minutes` then. */
export const withStart = (draft: BlockDraft, startTime: string, minutes: number): BlockDraft => ({
  ...draft,
  startTime,
  endTime: startTime === '' ? draft.endTime : addMinutes(startTime, minutes),
})

/** Returns how long a draft lasts in minutes; `otherwise` while its times make no sense. */
export const minutesLong = ({ startTime, endTime }: BlockDraft, otherwise: number): number =>
  startTime !== '' && endTime > startTime ? minutesOf(endTime) - minutesOf(startTime) : otherwise

export const problemsOf = ({ title, description, startTime, endTime }: BlockDraft): DraftProblems => {
  const problems: DraftProblems = {}
  if (title.trim() === '') problems.title = MISSING
  if (startTime === '') problems.startTime = MISSING
  if (endTime === '') problems.endTime = MISSING
  else if (startTime !== '' && endTime <= startTime) problems.endTime = 'The end must be after the start'
  if (description.length > MAX_LESSON_HTML) problems.description = 'This description is too long to be saved. Please shorten it.'
  return problems
}

export const isChanged = (draft: BlockDraft, from: BlockDraft): boolean =>
  (Object.keys(from) as (keyof BlockDraft)[]).some((field) => draft[field] !== from[field])

/** The time block that a draft makes of the one it began with, or under a new id. The alert's message goes with the alert. */
export const blockFrom = (draft: BlockDraft, before: TimeBlock | null, newId: () => string): TimeBlock => ({
  ...draft,
  id: before?.id ?? newId(),
  order: before?.order ?? 0,
  title: draft.title.trim(),
  alertMessage: draft.hasAlert ? draft.alertMessage.trim() : '',
})
