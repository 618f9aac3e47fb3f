import { recordOwn } from '#server/features/audit/actions.ts'
import { type AccountView, userOf } from '#server/features/people/actions.ts'
import { networkOf } from '#server/lib/http/network.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { DONE, type Serving, serve } from '#server/lib/http/serve.ts'
import type { MailQueue } from '#server/lib/mail/mail-queue.ts'
import { signIn } from '#shared/sign-in/contract.ts'
import { rememberDevice } from './guessing/actions.ts'
import { deviceOf, keepDevice } from './guessing/policy.ts'
import type { ProofDeps } from './proof/actions.ts'
import { credentialsByEmail } from './queries.ts'

type SignInDeps = ProofDeps & AccountView & { mailQueue: MailQueue; settings: { isHttps: boolean } }

export const signInRoutes = (serving: Serving, { passwords, sessions, throttle, mailQueue, settings, ...view }: SignInDeps): void =>
  serve(serving, signIn, {
    // Anyone may call this.
    login: async ({ db, now, body, ...call }) => {
      const { email, password } = body
      const network = networkOf(call.request.ip)
      const credentials = await credentialsByEmail(db, email)
      const noteAs = (act: 'session.begun' | 'session.failed' | 'session.locked') =>
        recordOwn(db, { act, userId: credentials?.userId ?? null, ip: call.request.ip, at: now })
      const guesser = { email, userId: credentials?.userId, network, device: deviceOf(call.request, settings), now }
      const attempt = await throttle.signingIn(db, guesser).catch(async (error: unknown) => {
        if (error instanceof Refused && error.code === 'too_many') await noteAs('session.locked')
        throw error
      })
      const isRight = attempt.isDecoy
        ? await passwords.verifyDecoy()
        : await passwords.matches(credentials?.passwordHash, password, attempt.isKnownDevice ? email : network)
      if (!isRight || !credentials?.passwordHash) {
        await noteAs('session.failed')
        throw new Refused('wrong_credentials')
      }
      const { userId, passwordHash } = credentials
      await attempt.wasRight()
      const token = await sessions.start({ userId, passwordHash, userAgent: call.request.headers['user-agent'], now, isConfirmed: true })
      if (token === undefined) throw new Refused('wrong_credentials')
      await noteAs('session.begun')
      const told = attempt.isKnownDevice ? undefined : mailQueue
      const device = await rememberDevice(db, { userId, device: deviceOf(call.request, settings), now, mailQueue: told })
      if (device !== undefined) keepDevice(call.reply, device, settings)
      return { token, user: await userOf(db, userId, now, view) }
    },

    // Anyone signed in may call this, with or without a plan.
    logout: async ({ actor }) => {
      await sessions.end(actor.sessionId)
      return DONE
    },
  })
