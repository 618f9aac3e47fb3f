import { navigate } from 'wouter/use-browser-location'
import { createStore } from '#web/lib/store.ts'

/** Contains student notes, so it's only in memory: it's gone after sign-out or a page load. */
const plan = createStore<string | undefined>(undefined)

/** Shows a plan on its own page of the app, for when the browser blocks the print window. */
export const showPlanOnPage = (document: string): void => {
  plan.set(document)
  navigate('/sub-plan')
}

export const planOnPage = (): string | undefined => plan.get()
