import { Repeat2 } from 'lucide-react'
import { type ComponentProps, memo, Suspense, useEffect, useState } from 'react'
import { mondayOf } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useWeek } from '#web/features/calendar/days/shown.ts'
import { dayOfWeek } from '#web/features/calendar/model/planned-week.ts'
import type { PlannerParts } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { usePlannerAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { runCommand } from '#web/lib/input/commands.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { whenIdle } from '#web/lib/time/when-idle.ts'
import { Button } from '#web/ui/button.tsx'
import { MenuButton } from './menu-button.tsx'

const REPEAT = <Repeat2 className="size-[17px]" />

const MenuPart = lazyPart(async () => (await import('./templates-menu.tsx')).TemplatesMenu)

type Props = ComponentProps<NonNullable<PlannerParts['Bar']>>

/** A button that loads its menu when the browser is idle or on the first click. */
const OpensMenu = (props: Props) => {
  const [isWanted, setIsWanted] = useState(false)
  useEffect(() => whenIdle(() => void MenuPart.preload()), [])
  const button = <MenuButton aria-haspopup="menu" aria-expanded={isWanted} onClick={() => setIsWanted(true)} />
  return isWanted ? (
    <Suspense fallback={button}>
      <MenuPart {...props} />
    </Suspense>
  ) : (
    button
  )
}

/** Repeats what is on screen. Not in the Templates menu, where nobody looks for it before the first template. */
const RepeatButton = ({ view }: Props) => (
  <Button size="sm" variant="ghost" icon={REPEAT} data-tip={`Repeat this ${view} until…`} onClick={() => runCommand(`repeat-${view}`)}>
    <span className="@max-[1440px]:sr-only">{`Repeat this ${view} until…`}</span>
  </Button>
)

const Tools = (props: Props) => (
  <>
    <OpensMenu {...props} />
    {!props.isInSheet && <RepeatButton {...props} />}
  </>
)

/** Hidden on a blocked day, because added lessons wouldn't be visible. */
const OnDay = (props: Props) => {
  const { date } = usePlannerAddress(props.today)
  const { data: week } = useWeek(useCalendar(), mondayOf(date))
  return week && dayOfWeek(week, date)?.marks.isBlocked ? null : <Tools {...props} />
}

/** The Templates menu and the Repeat button in the planner's toolbar. */
export const TemplatesButton = memo((props: Props) => {
  if (!useCalendar().mayAddLessons) return null
  return props.view === 'day' ? <OnDay key="day" {...props} /> : <Tools key="week" {...props} />
})
