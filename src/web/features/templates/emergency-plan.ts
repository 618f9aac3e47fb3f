import { daysBetween, todayIn } from '#shared/dates.ts'
import { counted } from '#web/lib/counted.ts'
import type { AnyTemplate } from './template-kinds.ts'

/** Returns when a template was last checked as an emergency plan (ISO 8601), or null if it isn't one. */
export const checkedAtOf = (entry: AnyTemplate): string | null => (entry.kind === 'daily' ? entry.template.checkedAt : null)

/** Returns when an emergency plan was last checked, such as 'checked today' or 'last checked 62 days ago'. */
export const checkedWords = (checkedAt: string, { timezone, today }: { timezone: string; today: string }): string => {
  const days = daysBetween(todayIn(timezone, Date.parse(checkedAt)), today)
  if (days <= 0) return 'checked today'
  return days === 1 ? 'last checked yesterday' : `last checked ${counted(days, 'day')} ago`
}
