import type { Ai } from './ai.ts'
import type { Google } from './google.ts'
import type { Mail } from './mail.ts'
import type { Payments } from './payments.ts'

/** The services outside of this machine, as main.ts hands them to the calls and the jobs; one that is not set up is not there. */
export type Services = { readonly payments?: Payments; readonly google?: Google; readonly ai?: Ai; readonly mail?: Mail }
