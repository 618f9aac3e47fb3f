import type { TimeBlock } from '#shared/calendar/contract.ts'
import { addMinutes, minutesOf } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'

/** The form values in the time block dialog. */
export type BlockDraft = Pick<TimeBlock, 'title' | 'description' | 'startTime' | 'endTime' | 'hasAlert' | 'alertMessage'>
export type DraftProblems = Partial<Record<keyof BlockDraft, string>>

const DEFAULT_START = '08:00'
/** By default, a new lesson starts before this time. */
const LAST_START = '23:00'
const MISSING = 'Please fill in all required fields'

/** Returns the default start of a new lesson: when the day's last lesson ends, or 8:00 if there is none or it ends too late. */
export const nextStart = (blocks: readonly Pick<TimeBlock, 'endTime'>[]): string => {
  const last = blocks.reduce((latest, { endTime }) => (endTime > latest ? endTime : latest), '')
  return last === '' || last >= LAST_START ? DEFAULT_START : last
}

/** Returns an empty lesson that lasts `duration` minutes. */
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

/** Returns the draft with a new start and a length of `minutes`. */
export const withStart = (draft: BlockDraft, startTime: string, minutes: number): BlockDraft => ({
  ...draft,
  startTime,
  endTime: startTime === '' ? draft.endTime : addMinutes(startTime, minutes),
})

/** Returns a draft's length in minutes, or `otherwise` if its times aren't valid. */
export const minutesLong = ({ startTime, endTime }: BlockDraft, otherwise: number): number =>
  startTime !== '' && endTime > startTime ? minutesOf(endTime) - minutesOf(startTime) : otherwise

export const problemsOf = ({ title, description, startTime, endTime }: BlockDraft): DraftProblems => {
  const problems: DraftProblems = {}
  if (title.trim() === '') problems.title = MISSING
  if (startTime === '') problems.startTime = MISSING
  if (endTime === '') problems.endTime = MISSING
  else if (startTime !== '' && endTime <= startTime) problems.endTime = 'End time must be after start time'
  if (description.length > MAX.lessonHtml) problems.description = 'This description is too long. Shorten it, or link to a document.'
  return problems
}

export const isChanged = (draft: BlockDraft, from: BlockDraft): boolean =>
  (Object.keys(from) as (keyof BlockDraft)[]).some((field) => draft[field] !== from[field])

/** Returns the draft as a time block, with the ID of `before` or a new one. The message is dropped if the alert is off. */
export const blockFrom = (draft: BlockDraft, before: TimeBlock | null, newId: () => string): TimeBlock => ({
  ...draft,
  id: before?.id ?? newId(),
  order: before?.order ?? 0,
  title: draft.title.trim(),
  alertMessage: draft.hasAlert ? draft.alertMessage.trim() : '',
})
