import type { FastifyReply } from 'fastify'
import { subPagePolicy, WORKER_POLICY } from '#server/lib/http/headers.ts'
import { originOf } from '#server/lib/http/origin.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { DONE, type Serving, serve } from '#server/lib/http/serve.ts'
import type { SubPageFiles } from '#server/lib/http/sub-page-files.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { makeBuckets } from '#server/lib/limits/buckets.ts'
import { RATES } from '#server/lib/limits/rates.ts'
import { subLinks } from '#shared/sub-links/contract.ts'
import { addressOf, changeLink, createLink, linkShownTo, linksShownTo, openPage, turnOffLink } from './actions.ts'
import { goneDocument, subPageDocument } from './documents.ts'
import { deviceOf, hashOf } from './policy.ts'
import { insertOpening } from './queries.ts'

type Parts = { keys: KeyRing; settings: { publicAddress: string | undefined; isHttps: boolean }; files: SubPageFiles }

export const subLinkRoutes = (serving: Serving, { keys, settings, files }: Parts): void => {
  servePages(serving, { keys, settings, files })
  serveWorker(serving, files)
  serve(serving, subLinks, {
    // Anyone signed in may call this, with or without a plan.
    createSubLink: async ({ db, actor, now, body, request }) => {
      const { id, token, endsAt } = await createLink(db, { keys, actor, now }, body)
      return { id, url: addressOf(originOf(request, settings), token), endsAt: endsAt.toISOString() }
    },

    // Anyone signed in may call this, with or without a plan.
    subLinks: ({ db, actor: { userId }, now, request }) => linksShownTo(db, { keys, userId, now, origin: originOf(request, settings) }),

    // Anyone signed in may call this, with or without a plan.
    changeSubLink: async ({ db, actor, now, params: { id }, body, request }) => {
      await changeLink(db, { keys, actor, now }, id, body)
      return linkShownTo(db, { keys, userId: actor.userId, now, origin: originOf(request, settings) }, id)
    },

    // Anyone signed in may call this, with or without a plan.
    revokeSubLink: async ({ db, actor: { userId }, now, params: { id } }) => {
      await turnOffLink(db, { id, userId }, now)
      return DONE
    },

    // Anyone may call this.
    openedSubLink: async ({ db, now, params: { token }, body: { isNewDevice }, request }) => {
      const opening = { at: now, device: deviceOf(request.headers['user-agent']), isNewDevice }
      if (!(await insertOpening(db, hashOf(token), opening))) throw new Refused('not_found')
      return DONE
    },
  })
}

/** Serves the pages of links. A link that ended, was turned off or never existed gets the same page, with a 404. */
const servePages = ({ app, db, clock }: Serving, { keys, settings, files }: Parts): void => {
  const views = makeBuckets(RATES.linkViews)
  const send = (reply: FastifyReply, document: string) =>
    reply
      .headers({
        'cache-control': 'no-store',
        'content-security-policy': subPagePolicy({ ...settings, ...files }),
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
        // The planner shows the page in a frame before its teacher sends the link.
        'x-frame-options': 'SAMEORIGIN',
      })
      .type('text/html; charset=utf-8')
      .send(document)
  // Anyone may open this, with the token of an open link. Declared as a call, so that it counts toward the network's limit.
  app.get<{ Params: { token: string } }>('/s/:token', { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
    const now = clock()
    const admit = (id: string) => {
      if (!views.take(id, now)) throw new Refused('too_many', undefined, { retryAfter: views.wait(id, now) })
    }
    const page = await openPage(db, keys, { token: request.params.token, now, admit })
    if (!page) return send(reply.code(404), goneDocument(files))
    return send(reply.header('x-ends-at', page.link.endsAt.toISOString()), subPageDocument(page, files))
  })
}

/** Serves the service worker, whose scope is /s/ alone. Browsers ask for a newer one each time that a page is opened. */
const serveWorker = ({ app }: Serving, { worker }: SubPageFiles): void => {
  app.get('/s/sw.js', { schema: { hide: true } }, (_, reply) => {
    if (worker === undefined) return reply.callNotFound()
    return reply
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': WORKER_POLICY })
      .type('text/javascript; charset=utf-8')
      .send(worker)
  })
}
