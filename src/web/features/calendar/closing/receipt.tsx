import type { ReactNode } from 'react'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { comparedName } from '#shared/classes/rules.ts'
import { dayOfMonth, formatDay } from '#shared/dates.ts'
import type { Closure } from '#shared/moves/contract.ts'
import type { PlannedDay } from '#web/features/calendar/model/planned-week.ts'
import { useClasses } from '#web/features/classes/data.ts'
import { counted } from '#web/lib/counted.ts'
import './receipt.css'

type ReceiptProps = { day: Pick<PlannedDay, 'date' | 'lessons'>; closure: Closure; children?: ReactNode }

/** Lists the lessons that stay on a closed day, and where its other plans are now, until the day opens again. `children` are its actions. */
export const Receipt = ({ day: { date, lessons }, closure, children }: ReceiptProps) => {
  const byId = new Map(useClasses().map((one) => [one.id, one]))
  // A plan may be only a title, such as 'Final test' in Math.
  const isPlanned = ({ classId, title, description, hasAlert }: TimeBlock) => {
    const its = byId.get(classId ?? '')
    return description !== '' || hasAlert || (its !== undefined && comparedName(its.name) !== comparedName(title))
  }
  const stay = lessons.filter(({ block }) => isPlanned(block))
  const moved = closure.moves.filter(({ from }) => from.date === date)
  return (
    <div className="receipt">
      {stay.length > 0 && (
        <>
          <h3>{`${counted(stay.length, 'lesson')} ${stay.length === 1 ? 'stays' : 'stay'} here`}</h3>
          <ul>
            {stay.map(({ block, hue }) => (
              <li key={block.id} className={hue}>
                {block.title}
              </li>
            ))}
          </ul>
        </>
      )}
      {moved.length > 0 && (
        <>
          <h3>{`${moved.length} moved on`}</h3>
          <ul>
            {moved.map(({ blockId, classId, title, to }) => {
              const its = byId.get(classId ?? '')
              return (
                <li key={blockId} className={its && `h${its.color}`}>
                  <span>{its?.name ?? title}</span>
                  <span className="sr-only"> moved to </span>
                  <span className="receipt-to">{to ? `${formatDay(to.date, 'weekday')} ${dayOfMonth(to.date)}` : 'Unplaced'}</span>
                </li>
              )
            })}
          </ul>
        </>
      )}
      {children}
    </div>
  )
}
