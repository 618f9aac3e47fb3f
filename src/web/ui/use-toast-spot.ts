import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { controlBoxes } from './control-boxes.ts'
import { boxOf, chooseSpot, coversControl, type Spot } from './toast-spot.ts'

/** Space around the list inside its region, for the toasts' shadows. It takes no presses. */
export const PADDING_PX = 40

/** Safari before 26 has no `scrollend`. */
const SCROLL_END = 'onscrollend' in window ? 'scrollend' : 'scroll'

/** What can move controls. Typing changes none of it. */
const CHANGES = {
  subtree: true,
  childList: true,
  attributes: true,
  attributeFilter: ['class', 'style', 'hidden', 'inert', 'open', 'data-state'],
} as const satisfies MutationObserverInit

/** Whether the toasts made the change themselves: in their region, or by saying how high their strip is. */
const isOurs = ({ target, attributeName }: MutationRecord, region: HTMLElement): boolean =>
  region.contains(target) || (target === document.documentElement && attributeName === 'style')

/** Returns how high the list of toasts is at this width. */
const heightAt = (region: HTMLElement, width: number): number => {
  const { width: widthBefore, padding: paddingBefore } = region.style
  region.style.width = `${width}px`
  region.style.padding = '0'
  const height = region.firstElementChild?.getBoundingClientRect().height ?? 0
  region.style.width = widthBefore
  region.style.padding = paddingBefore
  return Math.min(height, window.innerHeight * 0.7)
}

type Placing = Spot | 'docked' | undefined

/** A toast stays where it is until it covers a control. Once docked it stays docked, because leaving would move the page again. */
const place = (region: HTMLElement, before: Placing): Placing => {
  if (before === 'docked') return before
  const controls = controlBoxes(region)
  const page = { width: document.documentElement.clientWidth, height: window.innerHeight }
  if (before) {
    const now = boxOf(before, heightAt(region, before.width))
    const isInside = now.bottom <= page.height && now.right <= page.width && now.top >= 0
    if (isInside && !coversControl(now, controls)) return before
  }
  return chooseSpot(page, (width) => heightAt(region, width), controls) ?? 'docked'
}

/**
 * Returns where the toasts in `region` cover no control, or 'docked' if there is no such spot: then they get a strip of the page.
 * Undefined while none is on show. Looks when a toast appears, and when the window's size, the page or its scroll position
 * changes; never while the pointer or the focus is on a toast.
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
    // A class of the root element folds the sidebars.
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

/** Tells the page how much of the window's bottom the docked strip takes, as `--docked`. */
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
