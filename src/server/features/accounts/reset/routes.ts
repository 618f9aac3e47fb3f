import { requireLength } from '#server/features/accounts/actions.ts'
import type { Guard } from '#server/features/accounts/guessing/actions.ts'
import type { Trials } from '#server/features/accounts/trials/actions.ts'
import { networkOf } from '#server/lib/http/network.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { type Serving, serve } from '#server/lib/http/serve.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import type { Post } from '#server/lib/mail/post.ts'
import type { Passwords } from '#server/lib/passwords/passwords.ts'
import { passwordReset } from '#shared/accounts/reset/contract.ts'
import { noMailRule } from '#shared/accounts/rules.ts'
import { askForLink, requireLink, resetPassword } from './actions.ts'

type Parts = {
  settings: { passwordMinLength: number; contactEmail: string }
  keys: KeyRing
  post: Post
  passwords: Passwords
  guard: Guard
  trials: Trials
}

const DONE = { success: true } as const

export const resetRoutes = (serving: Serving, { settings, keys, post, passwords, guard, trials }: Parts): void =>
  serve(serving, passwordReset, {
    forgotPassword: async ({ db, now, body: { email }, request, services }) => {
      if (!services.mail) throw new Refused('not_configured', noMailRule(settings.contactEmail))
      await guard.askingForLink(db, { email, network: networkOf(request.ip), now })
      await askForLink(db, { keys, post }, email, now)
      return DONE
    },

    resetPassword: async ({ db, now, body: { token, newPassword }, request }) => {
      requireLength(newPassword, settings)
      // Check the link before the expensive hash.
      await requireLink(db, token, now)
      const passwordHash = await passwords.hash(newPassword, networkOf(request.ip))
      await resetPassword(db, { token, passwordHash, ip: request.ip, trials }, now)
      return DONE
    },
  })
