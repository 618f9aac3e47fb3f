import { ArrowRightToLine, ChevronsRight, CornerUpRight, Lock, LockOpen, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Preferences } from '#shared/accounts/contract.ts'
import { formatDay } from '#shared/dates.ts'
import { CANNOT_MOVE, type MoveKind } from '#shared/moves/moving/rules.ts'
import type { BlockTool } from '#web/features/calendar/block-actions/block-place.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { movePreview } from '#web/features/calendar/week/move-preview.ts'
import { MenuColumns, MenuRow, MenuSeparator } from '#web/ui/menu.tsx'
import { drawnMoves } from './drawn-moves.ts'
import { MoveFoot, MoveRows } from './move-list.tsx'
import { movePlan, switchLock } from './move-plan.ts'
import { moveCounts, moveLine, type Seen, UNKNOWN_LINES } from './move-words.ts'
import { type SeenMove, useSeenMoves } from './seen-moves.ts'

const MOVES: readonly { kind: MoveKind; label: string; again: string; keys: string; icon: ReactNode }[] = [
  { kind: 'bump', label: 'Bump', again: 'Press again to bump', keys: 'B', icon: <CornerUpRight className="size-4" /> },
  {
    kind: 'bumpAll',
    label: 'Bump all that follow',
    again: 'Press again to bump all',
    keys: 'Shift B',
    icon: <ChevronsRight className="size-4" />,
  },
  { kind: 'extend', label: 'Extend', again: 'Press again to extend', keys: 'E', icon: <ArrowRightToLine className="size-4" /> },
  { kind: 'pullBack', label: 'Pull back', again: 'Press again to pull back', keys: 'P', icon: <Undo2 className="size-4" /> },
]
const LOCK = <Lock className="size-4" />
const UNLOCK = <LockOpen className="size-4" />

type PlanRowsProps = {
  tool: BlockTool
  timeFormat: Preferences['timeFormat']
  /** The other rows of the menu. */
  children: ReactNode
}

/** Draws a move in the week while it is previewed. */
const useDrawing = (seen: SeenMove | undefined, timeFormat: Preferences['timeFormat']): void => {
  const calendar = useCalendar()
  useEffect(() => {
    movePreview.set(seen ? drawnMoves(calendar, seen, timeFormat) : null)
    return () => movePreview.set(null)
  }, [calendar, seen, timeFormat])
}

/**
 * The rows of a lesson's menu that move its plan along its class, before the other ones. Pointing at one or focusing it previews the move, and
 * pressing it acts. A finger can't point, so its first press previews and the second one acts.
 */
export const PlanRows = ({ tool: { date, block }, timeFormat, children }: PlanRowsProps) => {
  const calendar = useCalendar()
  const seenMoves = useSeenMoves({ date, block })
  const [pointed, setPointed] = useState<MoveKind | null>(null)
  const [armed, setArmed] = useState<MoveKind | null>(null)
  const seenOf = (kind: MoveKind | null): SeenMove | undefined => {
    const seen = kind && seenMoves?.[kind]
    return typeof seen === 'object' && seen !== null ? seen : undefined
  }
  useDrawing(seenOf(pointed), timeFormat)
  const inWords = (kind: MoveKind, { plan, stays }: SeenMove): Seen => ({ kind, date, plan, stays, timeFormat })
  const shown = MOVES.find(({ kind }) => (seenOf(pointed) ? kind === pointed : seenOf(kind)))
  const foot = shown && seenOf(shown.kind)
  const leave = () => {
    setPointed(null)
    setArmed(null)
  }
  return (
    <>
      {MOVES.map(({ kind, label, again, keys, icon }) => {
        const why = seenMoves?.[kind]
        const seen = seenOf(kind)
        const isArmed = armed === kind
        const line = seen ? moveLine(inWords(kind, seen)) : UNKNOWN_LINES[kind]
        return (
          <MenuRow
            key={kind}
            icon={icon}
            label={isArmed ? again : label}
            about={typeof why === 'string' ? CANNOT_MOVE[why] : isArmed && seen ? moveCounts(inWords(kind, seen)) : line}
            keys={keys}
            isOff={typeof why === 'string'}
            onPoint={() => setPointed(kind)}
            onSelect={(isTouch) => {
              setArmed(kind)
              if (isTouch && !isArmed) return true
              void movePlan(calendar, kind, { date, block })
              return false
            }}
          >
            {isArmed && seen && <MoveRows seen={inWords(kind, seen)} />}
          </MenuRow>
        )
      })}
      <MenuRow
        icon={block.isLocked ? UNLOCK : LOCK}
        label={block.isLocked ? 'Unlock' : 'Lock'}
        about={block.isLocked ? 'Its plan can move again.' : `Stays on ${formatDay(date, 'monthDay')}. Others jump over it.`}
        keys="L"
        onPoint={leave}
        onSelect={() => {
          void switchLock(calendar, { date, block })
          return false
        }}
      />
      <MenuSeparator />
      <MenuColumns onPoint={leave}>{children}</MenuColumns>
      {foot && shown && armed === null && (
        <MoveFoot seen={inWords(shown.kind, foot)} name={pointed === shown.kind ? undefined : shown.label} />
      )}
    </>
  )
}
