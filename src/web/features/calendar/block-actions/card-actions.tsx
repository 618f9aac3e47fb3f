import { type RefObject, Suspense, useEffect } from 'react'
import type { Preferences } from '#shared/accounts/contract.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { lessonNotLoaded } from '#web/features/calendar/days/lesson-not-loaded.ts'
import { loadDay } from '#web/features/calendar/days/shown.ts'
import { areKeysTaken } from '#web/lib/input/shortcut.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { useWasIdle, whenIdle } from '#web/lib/time/when-idle.ts'
import { type BlockTool, blockPlaceOf } from './block-place.ts'
import { planActOf } from './plan-moves/move-keys.ts'

const LessonCommandsPart = lazyPart(async () => (await import('./lesson-commands.ts')).LessonCommands)

type CardActionsProps = {
  /** The element around the cards. */
  place: RefObject<HTMLElement | null>
  timeFormat: Preferences['timeFormat']
  onTool: (tool: BlockTool) => void
  onEdit: (date: string, blockId: string) => void
}

/**
 * Moves the plan of the focused card by key, and registers commands for lessons. Makes cards draggable once the browser is idle. Renders
 * nothing.
 */
export const CardActions = ({ place, timeFormat, onTool, onEdit }: CardActionsProps) => {
  const calendar = useCalendar()
  const wasIdle = useWasIdle()

  useEffect(() => {
    if (!calendar.mayEdit) return undefined
    let stop: (() => void) | undefined
    let isOver = false
    const callOff = whenIdle(() => {
      import('./block-drag.ts').then(
        ({ listenForDrags }) => {
          if (place.current && !isOver) stop = listenForDrags(place.current, { calendar, timeFormat })
        },
        // Probably offline. The menu's Move command still works.
        () => undefined,
      )
    })
    return () => {
      isOver = true
      callOff()
      stop?.()
    }
  }, [place, calendar, timeFormat])

  useEffect(() => {
    const cards = place.current
    if (!cards || !calendar.mayAddLessons) return undefined
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || areKeysTaken(event)) return
      const act = planActOf(event)
      const at = act && blockPlaceOf(event.target as Element)
      if (!at) return
      event.preventDefault()
      const run = async () => {
        const day = await loadDay(calendar, at.date)
        const lesson = day?.lessons.find(({ block }) => block.id === at.blockId)
        if (lesson) await (await import('./plan-moves/plan-acts.ts')).actOnPlan(calendar, act, { date: at.date, block: lesson.block })
      }
      void run().catch(lessonNotLoaded)
    }
    cards.addEventListener('keydown', press)
    return () => cards.removeEventListener('keydown', press)
  }, [place, calendar])

  return (
    <Suspense>{wasIdle && calendar.mayAddLessons && <LessonCommandsPart calendar={calendar} onTool={onTool} onEdit={onEdit} />}</Suspense>
  )
}
