import * as Radix from 'radix-ui/popover'
import { useEffect, useId, useState } from 'react'
import { useSetTutorial } from '#web/features/people/changes/data.ts'
import { focusPlans } from '#web/lib/focus-plans.ts'
import { useStore } from '#web/lib/store.ts'
import { TOUCH, useMedia } from '#web/lib/use-media.ts'
import { Button } from '#web/ui/button.tsx'
import { endHints, HINT_IDS, hintsDone, hintsSeen, isHintShown, startHints } from './hint-memory.ts'
import { type Hint, hintNow } from './hints.ts'
import { onScreen, selectorsOf } from './steps.ts'

/** How often to look for the hint's target, in milliseconds. The week may load, scroll, or change at any time. */
const LOOK_MS = 400

/** The width that a hint needs beside its target: its own, and the space on both sides of it. In pixels. */
const ROOM = 302

/**
 * Returns where the hint has room. If there is none beside its target, it's above the bar at the bottom of the screen, because the current
 * time and the next lesson are below the target.
 */
const placeOf = (hint: Hint, target: Element): { anchor: Element; side: Hint['position'] | 'top' } => {
  const { left, right } = target.getBoundingClientRect()
  if (hint.position === 'bottom' || Math.max(left, innerWidth - right) >= ROOM) return { anchor: target, side: hint.position }
  const bar = onScreen('[data-bottom-bar]')
  if (bar && getComputedStyle(bar).position === 'fixed') return { anchor: bar, side: 'top' }
  return { anchor: target, side: 'bottom' }
}

const placedHintNow = (done: readonly string[]) => {
  const now = hintNow(done)
  return now && { ...now, ...placeOf(now.hint, now.target) }
}

/** Returns the hint to show, its target and its place. Doing what a hint is about also ends it. */
const useHintNow = (done: readonly string[], onDone: (id: Hint['id']) => void) => {
  const [now, setNow] = useState(() => placedHintNow(done))
  useEffect(() => {
    const look = () => {
      const next = placedHintNow(done)
      const isSame = (before: typeof next) =>
        before?.hint === next?.hint && before?.target === next?.target && before?.anchor === next?.anchor
      setNow((before) => (isSame(before) ? before : next))
    }
    const press = ({ target }: MouseEvent) => {
      const shown = hintNow(done)
      if (shown && target instanceof Element && target.closest(selectorsOf(shown.hint).join())) onDone(shown.hint.id)
    }
    look()
    const timer = setInterval(look, LOOK_MS)
    document.addEventListener('click', press, true)
    return () => {
      clearInterval(timer)
      document.removeEventListener('click', press, true)
    }
  })
  return now
}

/**
 * Shows one hint at a time next to the control it is about. The page stays usable, and focus stays where it is. A hint ends with its
 * button, with Escape, or when the teacher uses the control.
 */
export const Hints = ({ personId }: { personId: string }) => {
  const id = useId()
  const setTutorial = useSetTutorial()
  const done = hintsDone(personId, useStore(hintsSeen)) ?? []
  // So that a guest who signs up keeps the hints, and doesn't get the tour.
  useEffect(() => startHints(personId), [personId])
  const end = (ids: readonly Hint['id'][]) => {
    endHints(personId, ids)
    if (HINT_IDS.every((one) => done.includes(one) || ids.includes(one))) setTutorial(false)
    requestAnimationFrame(focusPlans)
  }
  const isTouch = useMedia(TOUCH)
  const now = useHintNow(done, (one) => end([one]))
  const isShown = now !== undefined
  useEffect(() => {
    isHintShown.set(isShown)
    return () => isHintShown.set(false)
  }, [isShown])
  if (!now) return null
  const { hint, target, anchor, side } = now
  const leader = target.matches('[data-opens]') ? (target.getAttribute('aria-label') ?? target.textContent) : ''
  return (
    <Radix.Root open>
      <Radix.Anchor virtualRef={{ current: anchor }} />
      <Radix.Portal>
        <Radix.Content
          role="region"
          aria-labelledby={`${id}-title`}
          data-hint={anchor === target ? undefined : ''}
          side={side}
          sideOffset={10}
          collisionPadding={12}
          hideWhenDetached
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
          onEscapeKeyDown={() => end([hint.id])}
          className="motion-rise z-30 w-[min(280px,calc(100vw-24px))] rounded-card border border-brand bg-surface p-3.5 text-ink shadow-float"
        >
          {anchor === target && <Radix.Arrow width={14} height={7} className="fill-brand" />}
          <div role="status">
            <p id={`${id}-title`} className="font-semibold">
              {hint.title}
            </p>
            <p className="mt-0.5 text-label text-ink-soft">
              {leader && <b className="font-semibold">Tap {leader}. </b>}
              {(isTouch && hint.onTouch) || hint.description}
            </p>
          </div>
          <div className="mt-2.5 flex items-center gap-1.5">
            <Button size="sm" variant="solid" onClick={() => end([hint.id])}>
              Got it
            </Button>
            <Button size="sm" variant="ghost" onClick={() => end(HINT_IDS)}>
              Hide hints
            </Button>
            <span className="ml-auto text-small text-ink-soft">
              {HINT_IDS.indexOf(hint.id) + 1} of {HINT_IDS.length}
            </span>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
