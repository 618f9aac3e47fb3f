import { navigate } from 'wouter/use-browser-location'
import { createStore } from '#web/lib/store.ts'

/** It holds student notes: it goes with the session, and with the next load of the page. */
const plan = createStore<string | undefined>(undefined)

/** Shows a plan on a page of the app, where no window may be opened. */
export const showPlanOnPage = (document: string): void => {
  plan.set(document)
  navigate('/sub-plan')
}

export const planOnPage = (): string | undefined => plan.get()
