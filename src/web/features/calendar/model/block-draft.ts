import type { TimeBlock } from '#shared/calendar/contract.ts'
import { addMinutes } from '#shared/dates.ts'
import { MAX_LESSON_HTML } from '#shared/lesson-html.ts'

/** What the time block dialog holds while a teacher types. */
export type BlockDraft = Pick<TimeBlock, 'title' | 'description' | 'startTime' | 'endTime' | 'hasAlert' | 'alertMessage'>
export type DraftProblems = Partial<Record<keyof BlockDraft, string>>

const DEFAULT_START = '08:00'
const MISSING = 'Please fill in all required fields'

/** An empty lesson of `duration` minutes. */
export const newDraft = (duration: number): BlockDraft => ({
  title: '',
  description: '',
  startTime: DEFAULT_START,
  endTime: addMinutes(DEFAULT_START, duration),
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

/** A new start; a lesson that is being made keeps its length (`duration` minutes), one that exists keeps its end. */
export const withStart = (draft: BlockDraft, startTime: string, duration: number | null): BlockDraft => ({
  ...draft,
  startTime,
  endTime: duration !== null && startTime !== '' ? addMinutes(startTime, duration) : draft.endTime,
})

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
