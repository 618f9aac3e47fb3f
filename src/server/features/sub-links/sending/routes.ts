import { linkShownTo } from '#server/features/sub-links/actions.ts'
import { originOf } from '#server/lib/http/origin.ts'
import { type Serving, serve } from '#server/lib/http/serve.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import type { MailQueue } from '#server/lib/mail/mail-queue.ts'
import { subLinkSending } from '#shared/sub-links/contract.ts'
import { sendLink } from './actions.ts'

type Parts = { keys: KeyRing; mailQueue: MailQueue; settings: { publicAddress: string | undefined; isHttps: boolean } }

export const sendingRoutes = (serving: Serving, { keys, mailQueue, settings }: Parts): void =>
  serve(serving, subLinkSending, {
    // Anyone signed in may call this, with or without a plan.
    sendSubLink: async ({ db, actor, now, params: { id }, request }) => {
      await sendLink(db, { keys, mailQueue, actor, now }, id)
      return linkShownTo(db, { keys, userId: actor.userId, now, origin: originOf(request, settings) }, id)
    },
  })
