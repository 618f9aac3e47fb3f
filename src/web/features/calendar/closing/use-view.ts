import { useMemo, useState } from 'react'
import type { ClosureChoice } from '#shared/moves/contract.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { shownDay } from '#web/features/calendar/days/shown.ts'
import { useOnline } from '#web/lib/net/use-online.ts'
import type { Decision } from './closing-saves.ts'
import { type ClosingRange, type ClosureView, closureView } from './closure-view.ts'
import { useWorld } from './use-world.ts'

/** Returns what closing the days does, and functions that change it. Undefined while the lessons load, or if they can't be loaded. */
export const useView = ({ from, to, isNew, dates }: ClosingRange, days: number) => {
  const calendar = useCalendar()
  const isOnline = useOnline()
  const { world, isFailed } = useWorld(from, to)
  const [chosen, setChosen] = useState<ReadonlyMap<string, ClosureChoice>>(new Map())
  const view = useMemo(
    () => (world && days > 0 ? closureView(world, { from, to, isNew, dates }, chosen) : undefined),
    [world, from, to, isNew, dates, days, chosen],
  )
  const all = (choice: ClosureChoice) => new Map((view?.rows ?? []).map(({ id }) => [id, choice]))
  const isCutOff = isFailed || !isOnline
  /** Before the lessons are loaded, this counts on the first day. If they can't be loaded, any other day may have some. */
  const mayAsk = () => (isCutOff && from !== to) || (shownDay(calendar, from)?.lessons.some(({ block }) => block.classId) ?? isCutOff)
  return {
    view,
    /** True if the plans can't be moved now. The days can be blocked out anyway. */
    isCutOff,
    isAsked: view ? view.rows.length > 0 : mayAsk(),
    choose: (classId: string, choice: ClosureChoice) => setChosen(new Map([...chosen, [classId, choice]])),
    chooseAll: (choice: ClosureChoice) => setChosen(new Map([...chosen, ...all(choice)])),
    /** Returns the decision to leave every lesson where it is. */
    leaving: ({ choices, counts }: ClosureView): Decision => ({
      choices: choices.map((one) => ({ ...one, choice: 'leave' as const })),
      dates: [],
      counts: { ...counts, moved: 0, unplaced: 0 },
    }),
  }
}
