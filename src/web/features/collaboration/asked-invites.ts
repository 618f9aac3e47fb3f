import { createStore } from '#web/lib/store.ts'

/** True after a user opened the address in an invitation's email, until the planner has shown the received invitations. */
export const invitesAsked = createStore(false)
