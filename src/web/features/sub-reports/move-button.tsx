import { ArrowRightToLine, CornerUpRight } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { formatDay } from '#shared/dates.ts'
import { CANNOT_MOVE } from '#shared/moves/moving/rules.ts'
import { movePlan } from '#web/features/calendar/block-actions/plan-moves/move-plan.ts'
import { dayNear } from '#web/features/calendar/block-actions/plan-moves/move-words.ts'
import { useMovesOf } from '#web/features/calendar/block-actions/plan-moves/seen-moves.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { Button } from '#web/ui/button.tsx'
import { outcomeOfMove } from './move-words.ts'

const ICONS = { bump: <CornerUpRight className="size-[15px]" />, extend: <ArrowRightToLine className="size-[15px]" /> }
const LABELS = { bump: 'Bump', extend: 'Extend' }

type MoveButtonProps = {
  kind: 'bump' | 'extend'
  date: string
  block: Pick<TimeBlock, 'id' | 'title'>
  /** True for the one button that a report leads to. */
  isMain?: boolean
  /** True under a card in the week, which has room for the date and nothing else. */
  isShort?: boolean
}

/** Moves the plan of a reported lesson to the date it names. Says what else moves, or why nothing can. */
export const MoveButton = ({ kind, date, block, isMain = false, isShort = false }: MoveButtonProps) => {
  const calendar = useCalendar()
  const [isBusy, setIsBusy] = useState(false)
  const seen = useMovesOf(date, block.id)
  if (!seen || !calendar.mayEdit) return null
  const result = outcomeOfMove(seen, { kind, blockId: block.id })
  if (result.to === null) {
    const words = 'at' in result ? `Its plan is on ${formatDay(result.at, 'short')}.` : CANNOT_MOVE[result.why]
    return isShort ? null : <p className="report-moves">{words}</p>
  }
  const move = async (event: MouseEvent) => {
    event.stopPropagation()
    setIsBusy(true)
    await movePlan(calendar, kind, { date, block })
    setIsBusy(false)
  }
  return (
    <>
      <Button
        variant={isMain ? 'solid' : 'outline'}
        size="sm"
        icon={ICONS[kind]}
        busy={isBusy}
        className={isShort ? 'lesson-report-move h-auto! min-h-[34px] py-1 whitespace-normal! touch:min-h-11' : undefined}
        aria-label={isShort ? `Bump ${block.title} to ${formatDay(result.to, 'short')}` : undefined}
        onClick={(event) => void move(event)}
      >
        {LABELS[kind]} to {isShort ? dayNear(result.to, date) : formatDay(result.to, 'short')}
      </Button>
      {!isShort && result.others !== '' && <p className="report-moves">{result.others}</p>}
    </>
  )
}
