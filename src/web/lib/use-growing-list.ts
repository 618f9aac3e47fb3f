import { type RefCallback, useCallback, useState } from 'react'

const STEP = 40

/**
 * Returns the first items of a long list, and more as the end of the list scrolls into view. Attach `end` to an element after the items. A
 * list of 500 items opens as fast as a list of 40.
 */
export const useGrowingList = <T>(all: readonly T[]): { shown: readonly T[]; end: RefCallback<HTMLElement> } => {
  const [count, setCount] = useState(STEP)
  const isWhole = count >= all.length
  const end = useCallback(
    (element: HTMLElement | null) => {
      if (!element || isWhole) return undefined
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting)) setCount(count + STEP)
        },
        { rootMargin: '400px' },
      )
      observer.observe(element)
      return () => observer.disconnect()
    },
    [count, isWhole],
  )
  return { shown: isWhole ? all : all.slice(0, count), end }
}
