import { originOf } from '#server/lib/http/origin.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { DONE, type Serving, serve } from '#server/lib/http/serve.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { makeBuckets } from '#server/lib/limits/buckets.ts'
import { RATES } from '#server/lib/limits/rates.ts'
import { feeds } from '#shared/feeds/contract.ts'
import { changeFeed, createFeed, endFeed, feedsOf, makeKeptDays, noteRead, openFeed, renewFeed } from './actions.ts'
import { hasEtag } from './policy.ts'

type Parts = { keys: KeyRing; settings: { publicAddress: string | undefined; isHttps: boolean } }

export const feedRoutes = (serving: Serving, { keys, settings }: Parts): void => {
  serveCalendars(serving)
  serve(serving, feeds, {
    // Anyone signed in may call this, with or without a plan.
    createFeed: ({ db, actor, now, body, request }) => createFeed(db, { keys, origin: originOf(request, settings), actor, now }, body),

    // Anyone signed in may call this, with or without a plan.
    feeds: ({ db, actor: { userId }, request }) => feedsOf(db, { keys, origin: originOf(request, settings) }, userId),

    // Anyone signed in may call this, with or without a plan.
    changeFeed: ({ db, actor: { userId }, params: { id }, body: { include }, request }) =>
      changeFeed(db, { keys, origin: originOf(request, settings) }, { id, userId }, include),

    // Anyone signed in may call this, with or without a plan.
    deleteFeed: async ({ db, actor: { userId }, params: { id } }) => {
      await endFeed(db, { id, userId })
      return DONE
    },

    // Anyone signed in may call this, with or without a plan.
    renewFeed: ({ db, actor: { userId }, params: { id }, request }) =>
      renewFeed(db, { keys, origin: originOf(request, settings) }, { id, userId }),
  })
}

/** Serves feeds to calendar programs. An address that ended, was renewed or never existed gets the same 404. */
const serveCalendars = ({ app, db, clock }: Serving): void => {
  const reads = makeBuckets(RATES.feedReads)
  const kept = makeKeptDays()
  // Anyone may read this, with the token of an open feed. Declared as a call, so that it counts toward the network's limit.
  app.get<{ Params: { token: string } }>(
    '/calendar/:token.ics',
    { config: { access: 'public' }, schema: { hide: true } },
    async (request, reply) => {
      const now = clock()
      const admit = (id: string) => {
        if (!reads.take(id, now)) throw new Refused('too_many', undefined, { retryAfter: reads.wait(id, now) })
      }
      const open = await openFeed(db, { kept, token: request.params.token, now, admit })
      if (!open) throw new Refused('not_found')
      await noteRead(db, open.feed, { userAgent: request.headers['user-agent'], now }).catch((error: unknown) =>
        request.log.warn({ err: error }, 'the read of a feed could not be noted'),
      )
      reply.headers({
        // Calendar programs keep what they read, and ask each time whether it changed.
        'cache-control': 'private, no-cache',
        'content-disposition': 'inline; filename="firstbell.ics"',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
        etag: open.etag,
      })
      if (hasEtag(request.headers['if-none-match'], open.etag)) return reply.code(304).send()
      const { lastChange, content } = await open.read()
      if (lastChange) reply.header('last-modified', lastChange.toUTCString())
      reply.type('text/calendar; charset=utf-8')
      return reply.send(request.method === 'HEAD' ? '' : content)
    },
  )
}
