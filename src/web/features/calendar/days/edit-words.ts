import { formatDay } from '#shared/dates.ts'
import { type DayEdit, datesOf } from '#web/features/calendar/model/edits.ts'

const MOVE_WORDS = { bump: 'Bump', bumpAll: 'Bump', extend: 'Extend', pullBack: 'Pull back' } as const

const TIMETABLE_WORDS = {
  new: 'Add timetable',
  change: 'Change timetable',
  answer: 'Answer your school',
  'school-year': 'Change school year',
} as const

/** Returns a short name for an edit, for the button that undoes it: 'Delete Math', 'Block out Wed, Nov 18'. */
export const editWords = (edit: DayEdit): string => {
  switch (edit.type) {
    case 'block':
      if (!edit.after) return `Delete ${edit.before?.title}`
      if (edit.later) return `Change ${edit.after.title} and later lessons`
      return `${edit.before ? 'Change' : 'Add'} ${edit.after.title}`
    case 'move':
      return `Move ${edit.before.title}`
    case 'blocks':
      return `Move plan of ${edit.changes[0]?.before.title}`
    case 'lessons':
      return edit.mode === 'replace' ? 'Replace lessons' : 'Add lessons'
    case 'mark':
    case 'marks': {
      const [first = ''] = datesOf(edit)
      const day = formatDay(first, 'short')
      if (edit.kind === 'note') return edit.text === null ? `Remove note from ${day}` : `Note for ${day}`
      return `${edit.text === null ? 'Unblock' : 'Block out'} ${day}`
    }
    case 'restore':
      return `Restore ${formatDay(edit.date, 'short')}`
    case 'place':
      return `Put ${edit.lesson.title} on ${formatDay(edit.date, 'short')}`
    case 'drop-unplaced':
      return `Delete ${edit.lesson.title}`
    case 'apply':
      return 'Apply template'
    case 'move-plan':
      return `${MOVE_WORDS[edit.kind]} ${edit.block.title}`
    case 'repeat':
      return 'Repeat lessons'
    case 'timetable':
      return TIMETABLE_WORDS[edit.call.is]
    case 'rename-class':
      return `Rename lessons to ${edit.change.name}`
    case 'year-copy':
      return 'Copy last year’s plans'
    case 'import':
      return 'Bring in lessons'
    case 'cycle-day':
      return `Change the number of ${formatDay(edit.date, 'short')}`
    case 'short-day': {
      const [first = ''] = edit.dates
      return `Shorten ${formatDay(first, edit.dates.length > 1 ? 'weekdayLong' : 'short')}${edit.dates.length > 1 ? 's' : ''}`
    }
    case 'usual-times':
      return `Usual times on ${formatDay(edit.date, 'short')}`
    case 'closure':
      return `${edit.text === null ? 'Move plans of' : 'Block out'} ${formatDay(edit.from, 'short')}`
    case 'opening':
      if (!edit.only) return `Unblock ${formatDay(edit.from, 'short')}`
      return `${edit.plans === 'bringBack' ? 'Bring plans back to' : 'Leave plans of'} ${formatDay(edit.from, 'short')}`
    default:
      return 'Undo'
  }
}
