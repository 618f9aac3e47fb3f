import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { controlBoxes } from '#web/ui/control-boxes.ts'
import { type Area, boxOf, chooseSpot, coversControl, type Spot } from './toast-spot.ts'

/** Space around the list inside its region, for the toasts' shadows. Clicks pass through it. */
export const PADDING_PX = 40

/** Safari before 26 has no `scrollend`. */
const SCROLL_END = 'onscrollend' in window ? 'scrollend' : 'scroll'

/** The mutations that can move controls. Typing doesn't cause any of them. */
const CHANGES = {
  subtree: true,
  childList: true,
  attributes: true,
  attributeFilter: ['class', 'style', 'hidden', 'inert', 'open', 'data-state'],
} as const satisfies MutationObserverInit

/** True for mutations caused by the toasts themselves, either inside their region or as an update of `--docked`. */
const isOurs = ({ target, attributeName }: MutationRecord, region: HTMLElement): boolean =>
  region.contains(target) || (target === document.documentElement && attributeName === 'style')

/** Returns the height of the toast list at this width. */
const heightAt = (region: HTMLElement, width: number): number => {
  const { width: widthBefore, padding: paddingBefore } = region.style
  region.style.width = `${width}px`
  region.style.padding = '0'
  const height = region.firstElementChild?.getBoundingClientRect().height ?? 0
  region.style.width = widthBefore
  region.style.padding = paddingBefore
  return Math.min(height, window.innerHeight * 0.7)
}

/** Returns the area between the sidebars, or all of a page without sidebars. */
export const areaOfToasts = (): Area => {
  const main = document.getElementById('main')?.getBoundingClientRect()
  return { left: main?.left ?? 0, right: main?.right ?? document.documentElement.clientWidth, height: window.innerHeight }
}

type Placing = Spot | 'docked' | undefined

/**
 * Returns the position of the toasts. A toast keeps its position until it covers a control. Once docked, a toast stays docked, because
 * undocking would shift the page again.
 */
const place = (region: HTMLElement, before: Placing): Placing => {
  if (before === 'docked') return before
  const controls = controlBoxes(region)
  const area = areaOfToasts()
  if (before) {
    const now = boxOf(before, heightAt(region, before.width))
    const isInside = now.bottom <= area.height && now.left >= area.left && now.right <= area.right && now.top >= 0
    if (isInside && !coversControl(now, controls)) return before
  }
  return chooseSpot(area, (width) => heightAt(region, width), controls) ?? 'docked'
}

/**
 * Returns a spot where the toasts in `region` don't cover any control, or 'docked' if there is no such spot. Docked toasts get their own
 * strip of the page. Returns undefined while no toast is visible. Recomputes when a toast appears and when the window size, the page or the
 * scroll position changes, but never while the pointer or focus is on a toast.
 */
export const useToastSpot = (region: HTMLElement | null, isShown: boolean, isHeld: boolean): Placing => {
  const [spot, setSpot] = useState<Placing>()
  const held = useRef(isHeld)
  const look = useCallback(() => {
    if (region && !held.current) setSpot((before) => place(region, before))
  }, [region])

  useEffect(() => {
    held.current = isHeld
    if (!isHeld && isShown) look()
  }, [isHeld, isShown, look])

  useLayoutEffect(() => {
    if (!region || !isShown) return undefined
    look()
    let frame = 0
    const lookSoon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(look)
    }
    const lookAnew = () => {
      if (!held.current) setSpot(undefined)
      lookSoon()
    }
    const changes = new MutationObserver((records) => {
      if (records.some((record) => !isOurs(record, region))) lookSoon()
    })
    // The sidebars collapse through a class on the root element.
    changes.observe(document, CHANGES)
    const sizes = new ResizeObserver(lookSoon)
    const sized = [document.getElementById('root'), document.querySelector('main'), region.firstElementChild]
    for (const element of sized) if (element) sizes.observe(element)
    const over = new AbortController()
    window.addEventListener('resize', lookAnew, { signal: over.signal })
    document.addEventListener(SCROLL_END, lookSoon, { capture: true, signal: over.signal })
    return () => {
      cancelAnimationFrame(frame)
      changes.disconnect()
      sizes.disconnect()
      over.abort()
      setSpot(undefined)
    }
  }, [region, isShown, look])
  return spot
}

/** Publishes the height of the docked strip as the CSS variable `--docked`. */
export const useDockedHeight = (region: HTMLElement | null, isDocked: boolean): void => {
  useLayoutEffect(() => {
    if (!region || !isDocked) return undefined
    const { style } = document.documentElement
    const tell = () => style.setProperty('--docked', `${Math.ceil(region.getBoundingClientRect().height)}px`)
    tell()
    const sizes = new ResizeObserver(tell)
    sizes.observe(region)
    return () => {
      sizes.disconnect()
      style.removeProperty('--docked')
    }
  }, [region, isDocked])
}
