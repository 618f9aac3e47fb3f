/** Shows edits, and takes them off the screen. Brings along how edits change days, which isn't loaded before there is one. */
import { pending } from '#web/features/calendar/days/pending.ts'
import { isOn, type PendingEdit, withEdit } from '#web/features/calendar/model/edits.ts'
import { editRules } from '#web/features/calendar/model/planned-week.ts'

editRules.now = { isOn, withEdit }

export const addPending = (edit: PendingEdit): void => pending.set([...pending.get(), edit])
/** Replaces an edit by its newer version. */
export const replacePending = (edit: PendingEdit): void => pending.set(pending.get().map((other) => (other.id === edit.id ? edit : other)))
export const removePending = ({ id }: PendingEdit): void => pending.set(pending.get().filter((edit) => edit.id !== id))
