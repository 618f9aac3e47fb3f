import { inClass, type PlannerAddress, writeAddress } from '#web/features/calendar/navigation/planner-url.ts'
import { goTo } from '#web/features/calendar/navigation/shown-date.ts'
import { useClasses } from '#web/features/classes/data.ts'
import './class-nav.css'

/** Scrolls the chosen class into view, which may be beyond the edge of a phone. */
const bringIntoView = (chip: HTMLElement | null): void => {
  const nav = chip?.parentElement
  if (chip && nav) nav.scrollLeft = chip.offsetLeft - nav.offsetLeft - (nav.clientWidth - chip.offsetWidth) / 2
}

/** Links to the user's classes. */
export const ClassNav = ({ address, today }: { address: PlannerAddress; today: string }) => {
  const classes = useClasses()
  return (
    <nav aria-label="My classes" className="class-nav">
      {classes.map(({ id, name, color }) => (
        <a
          key={id}
          href={writeAddress(inClass(address, id))}
          aria-current={id === address.classId ? 'page' : undefined}
          ref={id === address.classId ? bringIntoView : undefined}
          className={`class-chip h${color}`}
          onClick={(event) => {
            // With a modifier key, the browser opens the class in a new tab or window.
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
            event.preventDefault()
            goTo(today, (now) => inClass(now, id))
          }}
        >
          {name}
        </a>
      ))}
    </nav>
  )
}
