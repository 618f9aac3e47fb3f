import { createStore } from '#web/lib/store.ts'

/** True after the administrator asked to invite teachers on another page. Our Teachers then opens with the form. */
export const wantsToInvite = createStore(false)
