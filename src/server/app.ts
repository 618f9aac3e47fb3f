import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Config } from '#server/config.ts'
import { makeGuard } from '#server/features/accounts/guessing/actions.ts'
import { providerRoutes } from '#server/features/accounts/providers/routes.ts'
import { resetRoutes } from '#server/features/accounts/reset/routes.ts'
import { accountRoutes } from '#server/features/accounts/routes.ts'
import { makeSessions } from '#server/features/accounts/sessions/actions.ts'
import { sessionRoutes } from '#server/features/accounts/sessions/routes.ts'
import { makeTrials } from '#server/features/accounts/trials/actions.ts'
import { makeMaintenanceMode } from '#server/features/admin/maintenance/actions.ts'
import { holdBackWrites, maintenanceRoutes, refusalNow } from '#server/features/admin/maintenance/routes.ts'
import { overviewRoutes } from '#server/features/admin/overview/routes.ts'
import { adminRoutes } from '#server/features/admin/routes.ts'
import { adminSchoolRoutes } from '#server/features/admin/schools/routes.ts'
import { securityRoutes } from '#server/features/admin/security/routes.ts'
import { systemRoutes } from '#server/features/admin/system/routes.ts'
import { adminToolRoutes } from '#server/features/admin/tools/routes.ts'
import { adminUserRoutes } from '#server/features/admin/users/routes.ts'
import { type Backups, NO_BACKUPS } from '#server/features/backups/actions.ts'
import { backupRoutes } from '#server/features/backups/routes.ts'
import { leaveBilling } from '#server/features/billing/actions.ts'
import { refer } from '#server/features/billing/referral/actions.ts'
import { billingRoutes } from '#server/features/billing/routes.ts'
import { calendarRoutes } from '#server/features/calendar/routes.ts'
import { addSampleWeek } from '#server/features/calendar/sample-week/actions.ts'
import { searchRoutes } from '#server/features/calendar/search/routes.ts'
import { showToNobody } from '#server/features/collaboration/queries.ts'
import { collaborationRoutes } from '#server/features/collaboration/routes.ts'
import { keepDrive, leaveDrive } from '#server/features/drive/actions.ts'
import { driveRoutes } from '#server/features/drive/routes.ts'
import { makeDownloads } from '#server/features/export/links/actions.ts'
import { downloadRoutes } from '#server/features/export/links/routes.ts'
import { exportRoutes } from '#server/features/export/routes.ts'
import { makeLive } from '#server/features/live/actions.ts'
import { liveRoutes } from '#server/features/live/routes.ts'
import { makePost } from '#server/features/mail/actions.ts'
import { campaignRoutes } from '#server/features/mail/campaigns/routes.ts'
import { mailRoutes } from '#server/features/mail/routes.ts'
import { isInvited } from '#server/features/schools/invitations/queries.ts'
import { schoolRoutes } from '#server/features/schools/routes.ts'
import { subPlanRoutes } from '#server/features/sub-plans/routes.ts'
import { repeatRoutes } from '#server/features/templates/repeats/routes.ts'
import { templateRoutes } from '#server/features/templates/routes.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import type { Db } from '#server/lib/db/client.ts'
import type { Notices } from '#server/lib/db/notices.ts'
import { API_PAGE, describeApi } from '#server/lib/http/api-document.ts'
import { answerBrokenRequest, answerError, answerErrors } from '#server/lib/http/errors.ts'
import { requireFairUse } from '#server/lib/http/fair-use.ts'
import { sendSecurityHeaders } from '#server/lib/http/headers.ts'
import { answerHealth } from '#server/lib/http/health.ts'
import { OneLinePerRequest } from '#server/lib/http/request-log.ts'
import { type Clock, requireAccess, type Serving } from '#server/lib/http/serve.ts'
import { endConnectionsAtStop } from '#server/lib/http/stopping.ts'
import { countTraffic } from '#server/lib/http/traffic.ts'
import { serveWebApp } from '#server/lib/http/web-app.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import type { Services } from '#server/lib/outside/world.ts'
import { makePasswords, type Passwords } from '#server/lib/passwords/passwords.ts'
import type { Setting } from '#shared/admin/tools/contract.ts'

export type AppParts = {
  db: Db
  config: Pick<
    Config,
    | 'contactEmail'
    | 'publicAddress'
    | 'signUp'
    | 'passwordMinLength'
    | 'hashCost'
    | 'rateLimitPerMinute'
    | 'trustedProxies'
    | 'isHttps'
    | 'quota'
    | 'isFree'
    | 'isAiForEverybody'
  >
  keys: KeyRing
  /** The services outside; none where it is left out. */
  services?: Services
  /** What is heard of changes; left out where no page is to be told of them. */
  notices?: Pick<Notices, 'subscribe'>
  /** How passwords are hashed and compared; by the cost in `config` where it is left out. */
  passwords?: Passwords
  /** Where backups are and what makes them; left out where there are none. */
  backups?: Backups
  /** What the dashboard says of this installation. */
  about?: { version: string; promise: string; settings: readonly Setting[] }
  /** When the newest migration that this version knows was made, in milliseconds since 1970; left out where none can be newer. */
  newestMigration?: number
  clock: Clock
  logger: FastifyServerOptions['logger']
  /** Where the built web app is; left out where only the API is wanted. */
  webFolder?: string | undefined
}

const SILENCE = { subscribe: () => () => undefined }

/** The server's table of contents: what stands before every call, then the features, then the web app. */
export const buildApp = async ({
  db,
  config,
  keys,
  services = {},
  notices = SILENCE,
  passwords = makePasswords(config.hashCost),
  backups = NO_BACKUPS,
  about = { version: '', promise: '', settings: [] },
  newestMigration = Number.POSITIVE_INFINITY,
  clock,
  logger = false,
  webFolder,
}: AppParts): Promise<FastifyInstance> => {
  z.config(z.locales.en())
  const app = Fastify({
    logger,
    logController: new OneLinePerRequest(),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    // Slow clients: Node alone would keep each of them for five minutes.
    requestTimeout: 15_000,
    // A connection whose client moves nothing, such as one that asks and never reads (lib/http/fair-use.ts).
    connectionTimeout: 15_000,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: answerError,
    // While we stop, what still comes in on an open connection is answered, and the connection closed.
    return503OnClosing: false,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    routerOptions: { maxParamLength: 200 },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('actor', null)
  acceptEmptyJson(app)
  answerErrors(app)
  requireAccess(app, API_PAGE)
  endConnectionsAtStop(app)
  const traffic = countTraffic(app, clock)
  await sendSecurityHeaders(app, config)
  await app.register(compress, {
    global: true,
    // A body comes as it is: unpacking it could cost a hundred times what it says.
    globalDecompression: false,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    // Level 1 of either costs a tenth of the default and gives up a sixth of the size.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: { level: 1 },
  })
  await app.register(cookie, { parseOptions: { httpOnly: true, sameSite: 'lax', secure: config.isHttps } })
  await requireFairUse(app, { callsPerMinute: config.rateLimitPerMinute, clock })
  const maintenance = makeMaintenanceMode(db, notices, clock)
  holdBackWrites(app, maintenance, clock)
  await describeApi(app)

  const sessions = makeSessions(db, clock, config)
  const downloads = makeDownloads(db, clock, sessions.actorIn)
  const serving: Serving = { app, db, services, clock, identify: sessions.identify, downloads }
  answerHealth(serving, newestMigration)
  const post = makePost(services, keys)
  const people = {
    post,
    keys,
    signUp: config.signUp,
    schools: { isInvited },
    settings: config,
    passwords,
    guard: makeGuard({ callsPerMinute: config.rateLimitPerMinute }),
    trials: makeTrials(keys, config),
    billing: { refer, leave: (db: Db, userId: string, now: Date) => leaveBilling(db, keys, userId, now) },
    sharing: { end: showToNobody },
    drive: {
      keep: (db: Db, userId: string, refreshToken: string, now: Date) => keepDrive(db, keys, userId, refreshToken, now),
      leave: leaveDrive,
    },
  }
  accountRoutes(serving, {
    ...people,
    quota: config.quota,
    sessions,
    fillWeek: (db, somebody) => addSampleWeek(db, somebody, config.quota),
  })
  sessionRoutes(serving, { ...people, sessions })
  providerRoutes(serving, { ...people, keys, heldBack: () => refusalNow(maintenance, clock) })
  adminUserRoutes(serving, { ...people, sessions, keys })
  resetRoutes(serving, { ...people, keys })
  calendarRoutes(serving, config.quota)
  searchRoutes(serving, { callsPerMinute: config.rateLimitPerMinute })
  templateRoutes(serving, config.quota)
  repeatRoutes(serving, config.quota)
  subPlanRoutes(serving)
  const live = makeLive(db, notices, (error) => app.log.error({ err: error }, 'streams could not go on'), maintenance.current)
  app.addHook('preClose', async () => live.close())
  liveRoutes(serving, live)
  collaborationRoutes(serving, post)
  schoolRoutes(serving, post)
  adminSchoolRoutes(serving, post)
  adminRoutes(serving)
  billingRoutes(serving, { ...config, keys, post })
  driveRoutes(serving, keys)
  writingRoutes(serving, config)
  exportRoutes(serving)
  downloadRoutes(serving, downloads)
  maintenanceRoutes(serving, maintenance)
  securityRoutes(serving)
  systemRoutes(serving, { traffic, openStreams: live.openStreams, ...about })
  overviewRoutes(serving)
  adminToolRoutes(serving, about.settings)
  backupRoutes(serving, backups, about)
  mailRoutes(serving, { keys, post })
  campaignRoutes(serving, keys)

  await serveWebApp(app, { ...config, folder: webFolder, services })
  return app
}

/** Calls without a body are often sent with `content-type: application/json` all the same. */
const acceptEmptyJson = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body, done),
  )
}
