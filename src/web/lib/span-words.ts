import { formatDay } from '#shared/dates.ts'

/** Returns a date or a range, such as 'Nov 16, 2026', 'Nov 16 – Nov 27, 2026' or 'Dec 21, 2026 – Jan 1, 2027'. */
export const spanWords = ({ from, to }: { from: string; to: string }): string => {
  if (from === to) return formatDay(from, 'medium')
  const isOneYear = from.slice(0, 4) === to.slice(0, 4)
  return `${formatDay(from, isOneYear ? 'monthDay' : 'medium')} – ${formatDay(to, 'medium')}`
}
