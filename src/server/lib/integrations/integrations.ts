import type { Ai } from './ai.ts'
import type { Mail } from './mail.ts'
import type { Payments } from './payments.ts'
import type { Google, Oidc } from './provider.ts'

/** External services that main.ts passes to calls and jobs. Services that aren't configured are undefined. */
export type Services = {
  readonly payments?: Payments
  readonly google?: Google
  readonly oidc?: Oidc
  readonly ai?: Ai
  readonly mail?: Mail
}
