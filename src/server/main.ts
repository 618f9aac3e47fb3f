/** The server's entry point, and the only file with side effects. Reads the configuration, opens the database, listens, and shuts down. */
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Config, readConfig, startNotices } from '#server/config.ts'
import { forgetGuests } from '#server/features/accounts/guests/jobs.ts'
import { noteDeletionIn } from '#server/features/accounts/jobs.ts'
import { forgetArrivals } from '#server/features/accounts/providers/jobs.ts'
import { sendCampaign } from '#server/features/admin/campaigns/jobs.ts'
import { answerAboutKeys } from '#server/features/admin/keys/actions.ts'
import { countActiveTeachers } from '#server/features/admin/overview/jobs.ts'
import { forgetOldAudit } from '#server/features/audit/jobs.ts'
import { type Backups, makeBackups } from '#server/features/backups/actions.ts'
import { backupJobs } from '#server/features/backups/jobs.ts'
import { settleAddOns } from '#server/features/billing/add-on/jobs.ts'
import { askForPlan, askForPlans, endPlans, forgetOldEvents, leaveStripe } from '#server/features/billing/jobs.ts'
import { giveQueuedCredit, useCredits } from '#server/features/billing/referral/jobs.ts'
import { sendReminders } from '#server/features/billing/reminders/jobs.ts'
import { forgetPastTrials } from '#server/features/billing/trials/jobs.ts'
import { forgetOldOperations } from '#server/features/calendar/jobs.ts'
import { makeLessonsFindable } from '#server/features/calendar/search/jobs.ts'
import { opensGrants } from '#server/features/drive/actions.ts'
import { closeDrive } from '#server/features/drive/jobs.ts'
import { forgetIdempotencyKeys } from '#server/features/idempotency/jobs.ts'
import { makeMailQueue } from '#server/features/mail/actions.ts'
import { forgetOldMails, sendMailWith } from '#server/features/mail/jobs.ts'
import { sealOldNotes } from '#server/features/people/actions.ts'
import { forgetSignInAttempts } from '#server/features/sign-in/guessing/jobs.ts'
import { forgetPasswordLinks, sendPasswordLink } from '#server/features/sign-in/reset/jobs.ts'
import { forgetEndedSessions } from '#server/features/sign-in/sessions/jobs.ts'
import { forgetSubLinks } from '#server/features/sub-links/jobs.ts'
import { forgetSubReports } from '#server/features/sub-reports/jobs.ts'
import { forgetDeletedTemplates } from '#server/features/templates/jobs.ts'
import { releaseTokens } from '#server/features/writing/jobs.ts'
import { LETTERS } from '#server/letters.ts'
import { requireSecondPlace } from '#server/lib/backup/backup-copies.ts'
import { doInProcess, spareBytes } from '#server/lib/backup/backup-process.ts'
import { beginList } from '#server/lib/backup/deleted-people.ts'
import { forgetDeletedText } from '#server/lib/db/embedded/housekeeping.ts'
import { migrate } from '#server/lib/db/migrate.ts'
import { readMigrations } from '#server/lib/db/migration-list.ts'
import { listen } from '#server/lib/db/notices.ts'
import { type Database, openDatabase } from '#server/lib/db/open.ts'
import type { DatabaseLog } from '#server/lib/db/pool.ts'
import { missingTimeouts } from '#server/lib/db/pooled-timeouts.ts'
import { untilReachable } from '#server/lib/db/wait.ts'
import { requestLog } from '#server/lib/http/log/request-log.ts'
import type { Services } from '#server/lib/integrations/integrations.ts'
import { forgetOldRuns } from '#server/lib/jobs/forget.ts'
import type { Job } from '#server/lib/jobs/run.ts'
import { withClockOffset, withTimeZone } from '#server/lib/jobs/schedules.ts'
import { startWorker } from '#server/lib/jobs/worker.ts'
import { openFittingKeys } from '#server/lib/keys/fitting-key.ts'
import { followKeys } from '#server/lib/keys/followed-keys.ts'
import { findKeyRing } from '#server/lib/keys/kept-key.ts'
import { type AnswerKeys, answerKeyRequests } from '#server/lib/keys/key-requests.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { timesOf } from '#server/lib/start/backup-settings.ts'
import { describeSettings, settingNames } from '#server/lib/start/environment.ts'
import { explainStart } from '#server/lib/start/explain-start.ts'
import { traceJobs } from '#server/lib/tracing/traced-jobs.ts'
import type { Tracing } from '#server/lib/tracing/tracing.ts'
import { openWantedTracing } from '#server/lib/tracing/wanted-tracing.ts'
import { inProject, readVersion } from '#server/project-folder.ts'
import { readSettings } from '#server/settings.ts'
import type { JobName } from '#shared/admin/system/rules.ts'

const EVERY_NIGHT = '17 3 * * *'
const EVERY_HOUR = '37 * * * *'
const EVERY_TEN_MINUTES = '*/10 * * * *'

/** Background jobs by name, as in the jobs table. Each job runs on one server in a cluster and is retried if it fails. */
const JOBS = {
  'forget-ended-sessions': { schedule: EVERY_NIGHT, run: forgetEndedSessions },
  'forget-guests': { schedule: EVERY_HOUR, run: forgetGuests },
  'forget-past-trials': { schedule: EVERY_NIGHT, run: forgetPastTrials },
  'forget-old-operations': { schedule: EVERY_NIGHT, run: forgetOldOperations },
  'forget-sub-reports': { schedule: EVERY_NIGHT, run: forgetSubReports },
  'forget-deleted-templates': { schedule: EVERY_NIGHT, run: forgetDeletedTemplates },
  'forget-old-audit': { schedule: EVERY_NIGHT, run: forgetOldAudit },
  'count-active-teachers': { schedule: EVERY_HOUR, run: countActiveTeachers },
  'forget-old-runs': { schedule: EVERY_NIGHT, run: forgetOldRuns },
  'end-plans': { schedule: EVERY_HOUR, run: endPlans },
  'ask-for-plans': { schedule: EVERY_NIGHT, run: askForPlans },
  'ask-for-plan': { run: askForPlan },
  'use-credits': { schedule: EVERY_NIGHT, run: useCredits },
  'give-credit': { run: giveQueuedCredit },
  'leave-stripe': { run: leaveStripe },
  'close-drive': { run: closeDrive },
  'forget-old-events': { schedule: EVERY_NIGHT, run: forgetOldEvents },
  'make-lessons-findable': { run: makeLessonsFindable },
  'forget-arrivals': { schedule: EVERY_TEN_MINUTES, run: forgetArrivals },
  'forget-idempotency-keys': { schedule: EVERY_HOUR, run: forgetIdempotencyKeys },
  'forget-sign-in-attempts': { schedule: EVERY_TEN_MINUTES, run: forgetSignInAttempts },
  'send-campaign': { run: sendCampaign },
  'send-mail': { run: sendMailWith(LETTERS), isWaitedFor: true },
  'send-password-link': { run: sendPasswordLink, isWaitedFor: true },
  'send-reminders': { schedule: EVERY_HOUR, run: sendReminders },
  'forget-password-links': { schedule: EVERY_TEN_MINUTES, run: forgetPasswordLinks },
  'forget-old-mails': { schedule: EVERY_NIGHT, run: forgetOldMails },
  'forget-sub-links': { schedule: EVERY_NIGHT, run: forgetSubLinks },
  'release-tokens': { schedule: EVERY_TEN_MINUTES, run: releaseTokens },
} satisfies Partial<Record<JobName, unknown>>

const log: DatabaseLog = (message, details) => console.error(JSON.stringify({ level: 'database', message, ...details }))

/** Opens the configured services. Loads only the packages they need. */
const openServices = async ({ stripe, google, oidc, ai, mail }: Config): Promise<Services> => {
  const services: { -readonly [Name in keyof Services]: Services[Name] } = {}
  if (stripe) {
    const { openStripe } = await import('#server/lib/integrations/stripe.ts')
    services.payments = openStripe(stripe)
  }
  if (google) {
    const { openGoogle } = await import('#server/lib/integrations/open-google.ts')
    services.google = openGoogle(google)
  }
  if (oidc) {
    const { openOidc } = await import('#server/lib/integrations/open-provider.ts')
    services.oidc = openOidc(oidc)
  }
  if (ai) {
    const { openOpenAi } = await import('#server/lib/integrations/open-ai.ts')
    services.ai = openOpenAi(ai)
  }
  if (mail) {
    const { openMail } = await import('#server/lib/integrations/open-mail.ts')
    services.mail = openMail(mail)
  }
  return services
}

const openBackups = (config: Config, ring: KeyRing): Backups => {
  const { databaseUrl, listenUrl, dataDir, keys, secondBackupDir: second } = config
  // A backup is one long transaction, for which poolers have too few connections.
  const task = { databaseUrl: listenUrl ?? databaseUrl, dataDir, keys }
  return makeBackups({
    folder: path.resolve(config.backupDir),
    secondFolder: second === undefined ? undefined : path.resolve(second),
    timeZone: config.timeZone,
    times: timesOf(config.backupSchedule),
    kept: config.backupsKept,
    write: (file, signal) => doInProcess({ ...task, kind: 'write', file, keyInUse: ring.inUse }, signal),
    prove: config.provesBackups
      ? (file, signal) => doInProcess({ ...task, kind: 'prove', file, migrations: inProject('migrations'), maxBytes: spareBytes() }, signal)
      : undefined,
  })
}

/** Returns all jobs of this installation, with their schedules in its time zone. */
const jobsFor = (config: Config, backups: Backups): Record<string, Job> => {
  // Without subscriptions, trials and plans don't end, so there are no add-ons to settle.
  const ours = config.isFree ? JOBS : { ...JOBS, 'settle-add-ons': { schedule: EVERY_TEN_MINUTES, run: settleAddOns } }
  return withTimeZone(config.timeZone, {
    ...(config.clockAheadMs > 0 ? withClockOffset(ours, config.clockAheadMs) : ours),
    // Backup jobs use the real clock, because backups record when they were made.
    ...backupJobs(backups, config.backupSchedule),
    'note-deletion': { run: noteDeletionIn(config) },
  })
}

type Running = {
  worker: ReturnType<typeof startWorker>
  requests: ReturnType<typeof answerKeyRequests> | undefined
  notices: ReturnType<typeof listen>
  database: Database
  tracing: Tracing | undefined
  stopping: { hasBegun: boolean }
  /** Milliseconds to keep accepting calls, so that a load balancer notices. */
  drainMs: number
}

/** Shuts down the server on a signal or an uncaught error. Waits for calls and jobs in progress to finish. */
const stopOnSignals = (
  app: Awaited<ReturnType<typeof import('#server/app.ts').buildApp>>,
  { worker, requests, notices, database, tracing, stopping, drainMs }: Running,
): void => {
  const stop = async (reason: string, exitCode: number): Promise<void> => {
    if (stopping.hasBegun) return
    stopping.hasBegun = true
    app.log.info(`stopping: ${reason}`)
    if (exitCode === 0 && drainMs > 0) await pause(drainMs)
    // Waits for calls in progress to finish. A client that never reads its response must not block the shutdown forever.
    const deadline = setTimeout(() => process.exit(1), 10_000)
    await Promise.all([app.close(), worker.stop(), requests?.stop()])
    await Promise.all([notices.close().then(() => database.close()), tracing?.close()])
    clearTimeout(deadline)
    process.exit(exitCode)
  }
  process.on('SIGTERM', () => void stop('SIGTERM', 0))
  process.on('SIGINT', () => void stop('SIGINT', 0))
  process.on('uncaughtException', (error) => {
    app.log.fatal({ err: error }, 'uncaught')
    void stop('uncaught error', 1)
  })
}

/** The loaded configuration, for explaining a failed start. */
let startedWith: Config | undefined

/**
 * Encrypts what an earlier version left as plain text. If this server alone can use the database, answers the operator's requests about keys
 * from then on.
 */
const takeCareOfKeys = async (config: Config, { db, pool, kind }: Database, { keys, follow }: ReturnType<typeof followKeys>) => {
  const isEmbedded = kind === 'embedded'
  if (await sealOldNotes(db, keys, isEmbedded ? () => forgetDeletedText(pool) : undefined))
    log('encrypted the special notes of an earlier version')
  const answer: AnswerKeys = (asked, to) => answerAboutKeys(asked, { ...config, ...to, db, use: follow }, new Date())
  return isEmbedded ? answerKeyRequests(config.dataDir, answer, log) : undefined
}

const start = async (): Promise<void> => {
  const settings = readSettings(settingNames, (sentence) => console.error(sentence))
  const config = readConfig(settings)
  startedWith = config
  // Reports invalid keys right away, before creating the database or waiting for it.
  findKeyRing(config.keys, config.dataDir)
  const tracing = await openWantedTracing(settings, readVersion(), log)
  // Loading the app's packages takes as long as opening the database. Running both in parallel saves a third of the startup time.
  const [database, { buildApp }] = await Promise.all([
    openDatabase({ ...config, traceQuery: tracing?.traceQuery, log }),
    import('#server/app.ts'),
  ])
  await untilReachable(database.pool, (error) =>
    console.error(`${explainStart(error, config).sentence} Firstbell will wait up to a minute for it.`),
  )
  if (config.listenUrl !== undefined) await missingTimeouts(database.pool).then((sentence) => sentence && log(sentence))
  await migrate(database, inProject('migrations'), log)
  const fitting = await openFittingKeys({
    db: database.db,
    keys: config.keys,
    dataDir: config.dataDir,
    opensSealed: (ring) => opensGrants(database.db, ring),
    warn: (sentence) => log(sentence),
  })
  const { keys, follow: followKey } = followKeys(fitting, () => findKeyRing(config.keys, config.dataDir))
  await beginList(config.backupDir, new Date()).catch(({ code }: NodeJS.ErrnoException) =>
    console.error(
      `The backup folder ${path.resolve(config.backupDir)} can't be written (${code}). Backups can't be made, and deleted accounts aren't recorded. Set BACKUP_DIR to a folder that this user can write to, or give this user write access (chown).`,
    ),
  )
  if (config.secondBackupDir !== undefined)
    await requireSecondPlace(config.secondBackupDir).catch((error: Error) => console.error(`Backups can't be copied. ${error.message}`))
  const services = await openServices(config)
  const clock = () => new Date(Date.now() + config.clockAheadMs)
  const notices = listen(database, log)
  const stopping = { hasBegun: false }
  const backups = openBackups(config, keys)
  const app = await buildApp({
    db: database.db,
    config,
    keys,
    followKey,
    backups,
    services,
    notices,
    about: {
      version: readVersion(),
      promise: database.promise,
      settings: describeSettings(settings),
      isShared: config.databaseUrl !== undefined,
    },
    migrations: readMigrations(inProject('migrations')),
    isStopping: () => stopping.hasBegun,
    pool: database.pool,
    tracing,
    clock,
    logger: requestLog(config.logLevel),
    // In development, Vite serves the web app.
    webFolder: config.servesWeb ? inProject('dist/web') : undefined,
  })

  // Reports this server, before it encrypts anything.
  await app.ready()
  const requests = await takeCareOfKeys(config, database, { keys, follow: followKey })
  const jobs = jobsFor(config, backups)
  const worker = startWorker({
    db: database.db,
    jobs: tracing ? traceJobs(jobs, tracing) : jobs,
    keys,
    services,
    mailQueue: makeMailQueue(services, keys),
    log: app.log,
  })

  stopOnSignals(app, { worker, requests, notices, database, tracing, stopping, drainMs: config.drainMs })

  const address = await app.listen({ host: config.host, port: config.port })
  console.log([`Firstbell is running at ${address}`, `Version ${readVersion()}. ${database.promise}`, ...startNotices(config)].join('\n'))
}

start().catch((error: unknown) => {
  const { sentence, exitCode } = explainStart(error, startedWith)
  console.error(sentence)
  process.exit(exitCode)
})
