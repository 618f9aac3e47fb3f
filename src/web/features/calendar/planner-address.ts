import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { type PlannerAddress, readAddress, writeAddress } from './address.ts'

/** What the address says is shown; follows Back and Forward. */
export const usePlannerAddress = (today: string): PlannerAddress => readAddress(useSearch(), today)

/**
 * Goes from the address as it is now to another. Reads it itself, so that buttons need not be drawn again whenever
 * it changes. A step back leads to where one was.
 */
export const goTo = (today: string, next: (now: PlannerAddress) => PlannerAddress): void =>
  navigate(writeAddress(next(readAddress(window.location.search, today))))
