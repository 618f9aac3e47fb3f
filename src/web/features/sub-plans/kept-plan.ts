import { navigate } from 'wouter/use-browser-location'
import { createStore } from '#web/lib/store.ts'

/** Kept only in memory because it contains student notes. Cleared by sign-out or a page load. */
const plan = createStore<string | undefined>(undefined)

/** Shows a plan on its own page in the app, for when the browser blocks the print window. */
export const showPlanOnPage = (document: string): void => {
  plan.set(document)
  navigate('/sub-plan')
}

export const planOnPage = (): string | undefined => plan.get()
