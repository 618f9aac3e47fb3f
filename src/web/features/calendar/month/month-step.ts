import { addDays, addMonths, weeksOfMonth } from '#shared/dates.ts'

/** Returns the day that a key (`KeyboardEvent.key`) moves the focus to from `day` in the month grid, or undefined for other keys. */
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
