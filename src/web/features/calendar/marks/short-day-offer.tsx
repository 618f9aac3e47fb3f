import { Clock } from 'lucide-react'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { runCommand } from '#web/lib/input/commands.ts'
import { Button } from '#web/ui/button.tsx'

const CLOCK = <Clock className="size-4" />
const PART_OF_A_DAY =
  /\b(?:(?:half|minimum|short(?:ened)?)[ -]?days?|early[ -](?:release|dismissal|out)|late[ -](?:start|opening|arrival)|delayed[ -](?:start|opening)|(?:\w+[ -]hours?[ -])?delay)\b/i

type ShortDayOfferProps = { reason: string; date: string; onTaken: () => void }

/** Offers a short day if a reason to block a day out says that it only starts later or ends earlier. */
export const ShortDayOffer = ({ reason, date, onTaken }: ShortDayOfferProps) => {
  const { kind, mayEdit } = useCalendar()
  const [found] = (kind === 'own' && mayEdit && PART_OF_A_DAY.exec(reason)) || []
  return (
    <div role="status">
      {found && (
        <Button
          variant="ghost"
          size="sm"
          icon={CLOCK}
          className="-ml-2.5 text-brand!"
          onClick={() => {
            onTaken()
            runCommand('short-day', date)
          }}
        >
          {`${found.charAt(0).toUpperCase()}${found.slice(1)}? Make it a short day instead`}
        </Button>
      )}
    </div>
  )
}
