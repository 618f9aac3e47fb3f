import { addDays, addMonths, weeksOfMonth } from '#shared/dates.ts'

/** The day that a key leads to in the month's grid, from `day`; undefined for other keys. `key` as `KeyboardEvent.key` names it. */
export const monthStep = (day: string, key: string, weekStartsOn: 'sunday' | 'monday'): string | undefined => {
  const week = weeksOfMonth(day, weekStartsOn).find((days) => days.includes(day))
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return week?.[0]
    case 'End':
      return week?.[6]
    case 'PageUp':
      return addMonths(day, -1)
    case 'PageDown':
      return addMonths(day, 1)
    default:
      return undefined
  }
}
