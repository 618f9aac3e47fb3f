import { Refused } from '#server/lib/http/refuse.ts'
import { DONE, type Serving, serve } from '#server/lib/http/serve.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { makeBuckets } from '#server/lib/limits/buckets.ts'
import { RATES } from '#server/lib/limits/rates.ts'
import { unsubscribe } from '#shared/mail/unsubscribe/contract.ts'
import { refuseNews, silence } from '../queries.ts'
import { unsubscriberOf } from './policy.ts'

export const unsubscribeRoutes = (serving: Serving, { keys }: { keys: KeyRing }): void => {
  const clicks = makeBuckets(RATES.unsubscribeClicks)
  serve(serving, unsubscribe, {
    // Anyone may call this.
    showUnsubscribe: async ({ query: { token } }) => ({ to: `/mail#unsubscribe=${encodeURIComponent(token)}` }),

    // Anyone may call this.
    unsubscribe: async ({ db, now, query: { token } }) => {
      const who = unsubscriberOf(keys, token)
      if (!who) throw new Refused('not_found', 'This link is incomplete. You can change your email settings in Preferences.')
      const link = JSON.stringify(who)
      if (!clicks.take(link, now)) throw new Refused('too_many', undefined, { retryAfter: clicks.wait(link, now) })
      if ('userId' in who) await refuseNews(db, who.userId)
      else await silence(db, keys.fingerprints('mail', who.address)[0], now)
      return DONE
    },
  })
}
