import { Clock } from 'lucide-react'
import type { PlannedDay } from '#web/features/calendar/model/planned-week.ts'
import './short-day-badge.css'

const CLOCK = <Clock aria-hidden="true" className="size-3 shrink-0" />

/** What makes a day short. Renders nothing for a usual day. */
export const ShortDayBadge = ({ shortDay }: Pick<PlannedDay, 'shortDay'>) =>
  shortDay !== undefined && (
    <span className="short-day" data-tip={`Short day: ${shortDay}`}>
      {CLOCK}
      <span className="short-day-word">Short day: </span>
      <span className="truncate">{shortDay}</span>
    </span>
  )

/** The lessons that are left out on a short day. */
export const LeftOut = ({ leftOut }: Pick<PlannedDay, 'leftOut'>) =>
  leftOut.length > 0 && <p className="left-out">Left out: {leftOut.map(({ title }) => title).join(', ')}</p>
