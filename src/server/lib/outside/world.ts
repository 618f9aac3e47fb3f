import type { Ai } from './ai.ts'
import type { Mail } from './mail.ts'
import type { Payments } from './payments.ts'
import type { Google, Oidc } from './provider.ts'

/** The services outside of this machine, as main.ts hands them to the calls and the jobs; one that is not set up is not there. */
export type Services = {
  readonly payments?: Payments
  readonly google?: Google
  readonly oidc?: Oidc
  readonly ai?: Ai
  readonly mail?: Mail
}
