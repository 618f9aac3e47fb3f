import { clsx } from 'clsx'
import { X } from 'lucide-react'
import * as Radix from 'radix-ui/popover'
import { useId, useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { TIMETABLE_ADDRESS } from '#shared/addresses.ts'
import { useSetTutorial } from '#web/features/people/changes/data.ts'
import { SMALL_SCREEN, useMedia } from '#web/lib/use-media.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useInertRoot } from '#web/ui/inert-root.ts'
import { useSpotlight } from './spotlight.ts'
import { STEPS, type TutorialStep } from './steps.ts'

const isBefore = (step: TutorialStep, other: TutorialStep): boolean => STEPS.indexOf(step) < STEPS.indexOf(other)

const FRAME = 'pointer-events-none fixed z-40 rounded-card outline-brand'

type StepTextProps = { id: string; step: TutorialStep; isSmall: boolean } & Pick<ReturnType<typeof useSpotlight>, 'steps' | 'leader'>

const StepText = ({ id, step, steps, leader, isSmall }: StepTextProps) => (
  <div aria-live="polite" aria-atomic className="min-w-0 flex-1">
    <p className="text-small font-semibold text-ink-soft">
      Step {steps.filter((each) => isBefore(each, step)).length + 1} of {steps.length}
    </p>
    <h2 id={`${id}-title`} className="mt-0.5 text-heading-medium leading-tight">
      {step.title}
    </h2>
    <p id={`${id}-description`} className="mt-2">
      {leader && <b className="font-semibold">Tap {leader}. </b>}
      {(isSmall && step.onSmall) || step.description}
    </p>
  </div>
)

const focus = (element: Element | null) => element instanceof HTMLElement && element.focus({ preventScroll: true })

/** Ends the tour on the page where the whole year is set up. */
const TimetableButton = ({ onPress }: { onPress: () => void }) => (
  <Button
    onClick={() => {
      onPress()
      navigate(TIMETABLE_ADDRESS)
    }}
  >
    Set up my timetable
  </Button>
)

/**
 * A tour of the planner. Each step appears next to its target, and the page behind the tour is inert. Ends when the user finishes, skips or
 * closes it.
 */
export const Tutorial = () => {
  const id = useId()
  const setTutorial = useSetTutorial()
  const [opener] = useState(() => document.activeElement)
  const [step, setStep] = useState(STEPS[0] as TutorialStep)
  const scrim = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const alsoFrame = useRef<HTMLDivElement>(null)
  const next = useRef<HTMLButtonElement>(null)
  const { hasTarget, leader, steps } = useSpotlight({ scrim, frame, alsoFrame }, step)
  const isSmall = useMedia(SMALL_SCREEN)
  useInertRoot(true)

  const end = () => setTutorial(false)
  const previous = steps.findLast((each) => isBefore(each, step))
  const goBack = (to: TutorialStep) => {
    setStep(to)
    // The first step doesn't have a Previous button to keep focus on.
    if (to === steps[0]) next.current?.focus()
  }
  const following = steps.find((each) => isBefore(step, each))

  return (
    <Radix.Root open modal onOpenChange={end}>
      <div ref={scrim} className="pointer-events-none fixed inset-0 z-40 bg-(--scrim)" />
      <Radix.Anchor asChild>
        <div ref={frame} data-highlight={(step.highlight && hasTarget) || undefined} className={clsx(FRAME, 'data-highlight:outline-3')} />
      </Radix.Anchor>
      <div ref={alsoFrame} className={clsx(FRAME, 'outline-3')} />
      <Radix.Portal>
        <Radix.Content
          aria-modal
          aria-labelledby={`${id}-title`}
          aria-describedby={`${id}-description`}
          side={isSmall ? 'bottom' : step.position}
          // Below the bar, if the step explains the bar as well.
          align={step.also ? 'end' : 'center'}
          sideOffset={hasTarget ? 8 : 0}
          collisionPadding={12}
          avoidCollisions={hasTarget}
          updatePositionStrategy="always"
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            next.current?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            focus(opener)
          }}
          onInteractOutside={(event) => event.preventDefault()}
          className={clsx(
            'motion-rise z-50 flex max-h-[calc(100dvh-24px)] w-[min(380px,calc(100vw-24px))] flex-col overflow-y-auto rounded-dialog bg-surface p-[18px] text-ink shadow-float',
            !hasTarget && '-translate-y-1/2',
          )}
        >
          <div className="flex items-start gap-2">
            <StepText id={id} step={step} steps={steps} leader={leader} isSmall={isSmall} />
            <IconButton label="Close" variant="ghost" onClick={end}>
              <X className="size-4" />
            </IconButton>
          </div>
          <div className="mt-4 flex flex-wrap items-center gap-2">
            {following && (
              <Button variant="ghost" className="-ml-3.5" onClick={end}>
                Skip Tour
              </Button>
            )}
            <span className="flex-1" />
            {!following && <TimetableButton onPress={end} />}
            {previous && <Button onClick={() => goBack(previous)}>Previous</Button>}
            <Button ref={next} variant="solid" onClick={() => (following ? setStep(following) : end())}>
              {following ? 'Next' : 'Done'}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
