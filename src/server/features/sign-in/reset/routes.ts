import type { Trials } from '#server/features/billing/trials/actions.ts'
import { requireLength } from '#server/features/sign-in/actions.ts'
import type { SignInThrottle } from '#server/features/sign-in/guessing/actions.ts'
import { networkOf } from '#server/lib/http/network.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { DONE, type Serving, serve } from '#server/lib/http/serve.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import type { MailQueue } from '#server/lib/mail/mail-queue.ts'
import type { Passwords } from '#server/lib/passwords/passwords.ts'
import { noMailRule } from '#shared/accounts/rules.ts'
import { passwordReset } from '#shared/sign-in/reset/contract.ts'
import { askForLink, requireLink, resetPassword } from './actions.ts'

type ResetDeps = {
  settings: { passwordMinLength: number; contactEmail: string }
  keys: KeyRing
  mailQueue: MailQueue
  passwords: Passwords
  throttle: SignInThrottle
  trials: Trials
}

export const resetRoutes = (serving: Serving, { settings, keys, mailQueue, passwords, throttle, trials }: ResetDeps): void =>
  serve(serving, passwordReset, {
    // Anyone may call this.
    forgotPassword: async ({ db, now, body: { email }, request, services }) => {
      if (!services.mail) throw new Refused('not_configured', noMailRule(settings.contactEmail))
      await throttle.askingForLink(db, { email, network: networkOf(request.ip), now })
      await askForLink(db, { keys, mailQueue }, email, now)
      return DONE
    },

    // Anyone may call this.
    resetPassword: async ({ db, now, body: { token, newPassword }, request }) => {
      requireLength(newPassword, settings)
      // Check the link before the expensive hash.
      await requireLink(db, token, now)
      const passwordHash = await passwords.hash(newPassword, networkOf(request.ip))
      await resetPassword(db, { token, passwordHash, ip: request.ip, trials }, now)
      return DONE
    },
  })
