import { subjectOf } from '#shared/accounts/rules.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import type { SchoolClass } from '#shared/classes/contract.ts'
import { classNamed } from '#shared/classes/rules.ts'
import { addMinutes, minutesOf } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'

/** The form values in the time block dialog. `classId` is null for a lesson without a class. */
export type BlockDraft = Pick<TimeBlock, 'title' | 'description' | 'startTime' | 'endTime' | 'hasAlert' | 'alertMessage'> & {
  classId: string | null
}
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

/** A block on a day or in a template. */
type DraftedBlock = Omit<TimeBlock, 'id' | 'order' | 'taught' | 'isLocked'>

/** Returns an empty lesson that lasts `duration` minutes. */
export const newDraft = (duration: number, startTime = DEFAULT_START): BlockDraft => ({
  title: '',
  description: '',
  startTime,
  endTime: addMinutes(startTime, duration),
  hasAlert: false,
  alertMessage: '',
  classId: null,
})

export const draftOf = ({ title, description, startTime, endTime, hasAlert, alertMessage, classId = null }: DraftedBlock): BlockDraft => ({
  title,
  description,
  startTime,
  endTime,
  hasAlert,
  alertMessage,
  classId,
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

/**
 * Returns the draft as a time block, with the ID, the taught mark and the lock of `before`, or with a new ID. The message is dropped if the alert is
 * off.
 */
export const blockFrom = (draft: BlockDraft, before: TimeBlock | null, newId: () => string): TimeBlock => ({
  ...draft,
  ...(before?.taught && { taught: before.taught }),
  ...(before?.isLocked && { isLocked: true }),
  id: before?.id ?? newId(),
  order: before?.order ?? 0,
  title: draft.title.trim(),
  alertMessage: draft.hasAlert ? draft.alertMessage.trim() : '',
})

type ClassChoice = {
  classes: readonly SchoolClass[]
  /** The lesson's class when the dialog opened. */
  initial: string | null
  /** True if the teacher chose the class. Then it doesn't follow the title. */
  isChosen: boolean
}

/**
 * Returns the draft with a new title. The lesson joins the class that the title names exactly. It leaves that class again when the title
 * goes on to something else ('Math' to 'Mathletes'), but not for details ('Math: fractions').
 */
export const withTitle = (draft: BlockDraft, title: string, { classes, initial, isChosen }: ClassChoice): BlockDraft => {
  if (isChosen) return { ...draft, title }
  const named = classNamed(title, classes) ?? classes.find(({ id, name }) => id === draft.classId && subjectOf(title) === subjectOf(name))
  return { ...draft, title, classId: named?.id ?? initial }
}

/** Returns the draft in another class, or without one. A title that is empty, or the name of the earlier class, becomes the class's name. */
export const withClass = (draft: BlockDraft, chosen: SchoolClass | null, classes: readonly SchoolClass[]): BlockDraft => {
  const named = classNamed(draft.title, classes)
  const isName = draft.title.trim() === '' || (named !== undefined && named.id === draft.classId)
  return { ...draft, classId: chosen?.id ?? null, title: chosen && isName ? chosen.name : draft.title }
}
