import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Config } from '#server/config.ts'
import { providerRoutes } from '#server/features/accounts/providers/routes.ts'
import { accountRoutes } from '#server/features/accounts/routes.ts'
import { campaignRoutes } from '#server/features/admin/campaigns/routes.ts'
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
import { billingRoutes } from '#server/features/billing/routes.ts'
import { makeTrials } from '#server/features/billing/trials/actions.ts'
import { calendarRoutes } from '#server/features/calendar/routes.ts'
import { searchRoutes } from '#server/features/calendar/search/routes.ts'
import { classRoutes } from '#server/features/classes/routes.ts'
import { collaborationRoutes } from '#server/features/collaboration/routes.ts'
import { driveRoutes } from '#server/features/drive/routes.ts'
import { lessonFileRoutes } from '#server/features/export/lessons/routes.ts'
import { makeDownloads } from '#server/features/export/links/actions.ts'
import { downloadRoutes } from '#server/features/export/links/routes.ts'
import { exportRoutes } from '#server/features/export/routes.ts'
import { feedRoutes } from '#server/features/feeds/routes.ts'
import { onceForEachKey } from '#server/features/idempotency/actions.ts'
import { importRoutes } from '#server/features/imports/routes.ts'
import { makeLive } from '#server/features/live/actions.ts'
import { liveRoutes } from '#server/features/live/routes.ts'
import { makeMailQueue } from '#server/features/mail/actions.ts'
import { mailRoutes } from '#server/features/mail/routes.ts'
import { unsubscribeRoutes } from '#server/features/mail/unsubscribe/routes.ts'
import type { MetricsDeps } from '#server/features/metrics/actions.ts'
import { metricsRoutes } from '#server/features/metrics/routes.ts'
import { moveRoutes } from '#server/features/moves/routes.ts'
import { shortDayRoutes } from '#server/features/moves/short-days/routes.ts'
import { officeRoutes } from '#server/features/schools/office/routes.ts'
import { schoolRoutes } from '#server/features/schools/routes.ts'
import { makeSignInThrottle } from '#server/features/sign-in/guessing/actions.ts'
import { resetRoutes } from '#server/features/sign-in/reset/routes.ts'
import { signInRoutes } from '#server/features/sign-in/routes.ts'
import { makeSessions } from '#server/features/sign-in/sessions/actions.ts'
import { sessionRoutes } from '#server/features/sign-in/sessions/routes.ts'
import { printedLink } from '#server/features/sub-links/actions.ts'
import { subLinkRoutes } from '#server/features/sub-links/routes.ts'
import { sendingRoutes } from '#server/features/sub-links/sending/routes.ts'
import { subPlanRoutes } from '#server/features/sub-plans/routes.ts'
import { subReportRoutes } from '#server/features/sub-reports/routes.ts'
import { templateRoutes } from '#server/features/templates/routes.ts'
import { withRenumbering } from '#server/features/timetables/numbering/actions.ts'
import { timetableRoutes } from '#server/features/timetables/routes.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import type { Db } from '#server/lib/db/client.ts'
import type { Notices } from '#server/lib/db/notices.ts'
import { API_PAGE, describeApi } from '#server/lib/http/api-document.ts'
import { answerBrokenRequest, answerError, answerErrors } from '#server/lib/http/errors.ts'
import { requireFairUse } from '#server/lib/http/fair-use.ts'
import { sendSecurityHeaders } from '#server/lib/http/headers.ts'
import { answerHealth, type HealthDeps } from '#server/lib/http/health.ts'
import { requestIdOf, sendRequestIds } from '#server/lib/http/log/request-ids.ts'
import { OneLinePerRequest } from '#server/lib/http/log/request-log.ts'
import { originOf } from '#server/lib/http/origin.ts'
import { type Clock, requireAccess, type Serving } from '#server/lib/http/serve.ts'
import { endConnectionsAtStop } from '#server/lib/http/stopping.ts'
import { readSubPageFiles } from '#server/lib/http/sub-page-files.ts'
import { countTraffic } from '#server/lib/http/traffic.ts'
import { serveWebApp } from '#server/lib/http/web-app.ts'
import type { Services } from '#server/lib/integrations/integrations.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { makeSharedLimits } from '#server/lib/limits/shared-limits.ts'
import { makePasswords, type Passwords } from '#server/lib/passwords/passwords.ts'
import { makeReader, type ReadImport } from '#server/lib/reading/reading.ts'
import { traceCalls } from '#server/lib/tracing/traced-calls.ts'
import type { Tracing } from '#server/lib/tracing/tracing.ts'
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
    | 'metricsToken'
  >
  keys: KeyRing
  /** Makes this server encrypt with the database's key, whose fingerprint it gets. */
  followKey?: (fingerprint: string) => void
  /** The external services, none by default. */
  services?: Services
  /** The source of change notices. Without it, pages don't receive any. */
  notices?: Pick<Notices, 'subscribe'>
  /** Hashes and verifies passwords. Defaults to the cost in `config`. */
  passwords?: Passwords
  /** Reads files to import. Defaults to a thread of its own. */
  read?: ReadImport
  /** The backups, none by default. */
  backups?: Backups
  /** Information about this installation for the dashboard. `isShared` is true if other servers may share the database. */
  about?: { version: string; promise: string; settings: readonly Setting[]; isShared?: boolean }
  /** The migrations of this version. Leave them out if the database can't have others. */
  migrations?: HealthDeps['migrations']
  /** Returns true once the server is stopping. */
  isStopping?: () => boolean
  /** The database's connections, for metrics. */
  pool?: MetricsDeps['pool']
  /** Traces calls for OpenTelemetry. */
  tracing?: Tracing | undefined
  clock: Clock
  logger: FastifyServerOptions['logger']
  /** Folder of the built web app. Leave it out for an API-only server. */
  webFolder?: string | undefined
}

const SILENCE = { subscribe: () => () => undefined }

type ServerParts = Pick<AppParts, 'db' | 'config' | 'clock' | 'tracing'> & {
  notices: Pick<Notices, 'subscribe'>
  logger: NonNullable<AppParts['logger']>
}

/** Creates the server with everything that runs before and around each request: parsing, headers, limits, Maintenance Mode. */
const makeServer = async ({ db, config, notices, tracing, clock, logger }: ServerParts) => {
  z.config(z.locales.en())
  const app = Fastify({
    logger,
    logController: new OneLinePerRequest(),
    genReqId: requestIdOf,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    // Limits slow clients, which Node would keep connected for five minutes by default.
    requestTimeout: 15_000,
    // Closes connections that transfer no bytes, for example because the client never reads the response (lib/http/fair-use.ts).
    connectionTimeout: 15_000,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: answerError,
    // During shutdown, the server still responds to requests on open connections before it closes them.
    return503OnClosing: false,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    routerOptions: { maxParamLength: 200 },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('actor', null)
  acceptEmptyJson(app)
  sendRequestIds(app)
  if (tracing) traceCalls(app, tracing)
  answerErrors(app)
  requireAccess(app, API_PAGE)
  endConnectionsAtStop(app)
  const traffic = countTraffic(app, clock)
  await sendSecurityHeaders(app, config)
  await app.register(compress, {
    global: true,
    // Doesn't decompress request bodies, because they could expand to a hundred times their declared size.
    globalDecompression: false,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    // In both encodings, level 1 costs a tenth as much as the default, and responses are only a sixth larger.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: { level: 1 },
  })
  await app.register(cookie, { parseOptions: { httpOnly: true, sameSite: 'lax', secure: config.isHttps } })
  await requireFairUse(app, { callsPerMinute: config.rateLimitPerMinute, clock })
  const maintenance = makeMaintenanceMode(db, notices, clock)
  holdBackWrites(app, maintenance, clock)
  await describeApi(app)
  return { app, traffic, maintenance }
}

/** Builds the server: registers the features, then the web app. */
export const buildApp = async ({
  db,
  config,
  keys,
  followKey = () => undefined,
  services = {},
  notices = SILENCE,
  passwords = makePasswords(config.hashCost),
  read = makeReader(),
  backups = NO_BACKUPS,
  about = { version: '', promise: '', settings: [] },
  migrations,
  isStopping = () => false,
  pool,
  tracing,
  clock,
  logger = false,
  webFolder,
}: AppParts): Promise<FastifyInstance> => {
  const { app, traffic, maintenance } = await makeServer({ db, config, notices, tracing, clock, logger })
  const sessions = makeSessions(db, clock, config)
  const downloads = makeDownloads(db, clock, sessions.actorIn)
  const once = onceForEachKey({ db, keys, clock })
  const serving: Serving = { app, db, services, clock, limits: makeSharedLimits(), identify: sessions.identify, downloads, once }
  answerHealth(serving, { migrations, isStopping })
  const mailQueue = makeMailQueue(services, keys)
  const people = {
    sessions,
    mailQueue,
    keys,
    signUp: config.signUp,
    settings: config,
    passwords,
    throttle: makeSignInThrottle({ callsPerMinute: config.rateLimitPerMinute }),
    trials: makeTrials(keys, config),
  }
  signInRoutes(serving, people)
  sessionRoutes(serving, people)
  resetRoutes(serving, people)
  accountRoutes(serving, { ...people, quota: config.quota })
  providerRoutes(serving, { ...people, heldBack: () => refusalNow(maintenance, clock) })
  adminUserRoutes(serving, people)
  planningRoutes(serving, { ...config, read })
  subPlanRoutes(serving, {
    keys,
    pageOfLink: ({ db, actor: { userId }, now, request }, id) =>
      printedLink(db, { keys, userId, now, origin: originOf(request, config) }, id),
  })
  subLinkRoutes(serving, { keys, settings: config, files: readSubPageFiles(webFolder) })
  feedRoutes(serving, { keys, settings: config })
  subReportRoutes(serving, people)
  sendingRoutes(serving, { keys, mailQueue, settings: config })
  const live = makeLive(db, notices, (error) => app.log.error({ err: error }, 'live streams could not continue'), maintenance.current)
  app.addHook('preClose', async () => live.close())
  liveRoutes(serving, live)
  metricsRoutes(app, config.metricsToken, { db, clock, version: about.version, openStreams: live.openStreams, backups, pool })
  collaborationRoutes(serving, { keys, mailQueue })
  schoolRoutes(serving, { keys, mailQueue })
  officeRoutes(serving, { keys, mailQueue })
  adminSchoolRoutes(serving, mailQueue)
  adminRoutes(serving)
  securityRoutes(serving)
  overviewRoutes(serving)
  billingRoutes(serving, { ...config, keys, mailQueue })
  driveRoutes(serving, keys)
  writingRoutes(serving, config)
  exportRoutes(serving, people)
  lessonFileRoutes(serving)
  downloadRoutes(serving, downloads)
  maintenanceRoutes(serving, maintenance)
  systemRoutes(serving, { keys, followKey, traffic, openStreams: live.openStreams, isShared: false, ...about })
  adminToolRoutes(serving, about.settings)
  backupRoutes(serving, backups, about)
  mailRoutes(serving, { keys, mailQueue })
  unsubscribeRoutes(serving, { keys })
  campaignRoutes(serving, keys)

  await serveWebApp(app, { ...config, folder: webFolder, services, clock })
  return app
}

/** Registers what changes or searches calendars and templates. */
const planningRoutes = (serving: Serving, { quota, rateLimitPerMinute, read }: AppParts['config'] & { read: ReadImport }): void => {
  calendarRoutes(serving, { quota, renumber: withRenumbering })
  searchRoutes(serving, { callsPerMinute: rateLimitPerMinute })
  classRoutes(serving, quota)
  timetableRoutes(serving, quota)
  moveRoutes(serving, quota)
  shortDayRoutes(serving, quota)
  templateRoutes(serving, quota)
  importRoutes(serving, { quota, renumber: withRenumbering, read })
}

/** Accepts requests that have `content-type: application/json` but no body, which are common. */
const acceptEmptyJson = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body, done),
  )
}
