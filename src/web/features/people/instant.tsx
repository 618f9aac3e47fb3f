import { formatInstant } from '#shared/dates.ts'
import { useUser } from './data.ts'

/** Formats an instant (ISO 8601) in the account's time zone instead of the browser's: 'Nov 18, 9:05 AM'. */
export const Instant = ({ at, className }: { at: string; className?: string }) => {
  const { timezone, preferences } = useUser()
  return (
    <time dateTime={at} className={className}>
      {formatInstant(at, timezone, preferences.timeFormat)}
    </time>
  )
}
