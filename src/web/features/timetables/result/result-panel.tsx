import { CalendarCheck, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMedia, WIDE_SCREEN } from '#web/lib/use-media.ts'
import { Button } from '#web/ui/button.tsx'

type ResultPanelProps = {
  /** What will happen, in a few words, such as '646 lessons'. */
  headline: string
  about: string
  /** Why the button can't be pressed, or null. */
  problem: string | null
  label: string
  busy: boolean
  onPress: () => void
  children: ReactNode
}

const CHECK = <CalendarCheck className="size-4" />

/** Shows the result of the timetable, with the one button that adds it. Below the week, the button stays at the bottom of the screen. */
export const ResultPanel = ({ headline, about, problem, label, busy, onPress, children }: ResultPanelProps) => {
  const isBelow = !useMedia(WIDE_SCREEN)
  const button = (
    <Button
      variant="solid"
      icon={CHECK}
      className="h-[42px]! w-full touch:h-[50px]!"
      busy={busy}
      disabled={problem !== null}
      aria-describedby={problem === null ? undefined : 'timetable-problem'}
      onClick={onPress}
    >
      {label}
    </Button>
  )
  const foot = (
    <div className="grid justify-items-center gap-1.5">
      {button}
      {problem === null ? (
        <p className="flex items-center gap-1.5 text-caption text-ink-soft phone:hidden">
          <Undo2 aria-hidden="true" className="size-[15px]" />
          One undo takes all of it back.
        </p>
      ) : (
        <p id="timetable-problem" role="status" className="text-center text-caption text-ink-soft">
          {problem}
        </p>
      )}
    </div>
  )
  return (
    <section
      aria-labelledby="timetable-result"
      className="flex flex-col gap-3 bg-surface px-5 pt-4 pb-4 wide:pb-0 small:px-4 max-[1199px]:border-t max-[1199px]:border-line wide:sticky wide:top-0 wide:h-[calc(100dvh-var(--banner,0px))] wide:overflow-y-auto wide:border-l wide:border-line"
    >
      <h2 id="timetable-result" className="text-lead">
        What will happen
      </h2>
      <div aria-live="polite" aria-atomic="true">
        <p className="font-(family-name:--display) text-display-small leading-none font-bold tracking-tight tabular">{headline}</p>
        <p className="mt-1 text-control text-ink-soft">{about}</p>
      </div>
      {children}
      {isBelow ? (
        <>
          <div aria-hidden="true" className="h-[96px] short:hidden" />
          <div
            data-bottom-bar=""
            className="z-20 flex items-center gap-4 bg-paper px-4 pt-2 pb-[calc(12px+env(safe-area-inset-bottom))] shadow-float not-short:fixed not-short:inset-x-0 not-short:bottom-0"
          >
            <p className="flex-1 truncate text-label text-ink-soft phone:hidden">
              <b className="text-ink">{headline}</b> {about}
            </p>
            <div className="w-[340px] phone:w-full">{foot}</div>
          </div>
        </>
      ) : (
        <div className="mt-auto wide:sticky wide:bottom-0 wide:-mx-5 wide:bg-surface wide:px-5 wide:pt-2 wide:pb-4">{foot}</div>
      )}
    </section>
  )
}
