/** The only file with side effects: reads the configuration, opens the database, listens, and shuts down. */
import { fileURLToPath } from 'node:url'
import { Cron } from 'croner'
import { readConfig } from '#server/config.ts'
import { forgetSignInAttempts } from '#server/features/accounts/guessing/jobs.ts'
import { forgetEndedSessions } from '#server/features/accounts/jobs.ts'
import { forgetOldOperations } from '#server/features/calendar/jobs.ts'
import { forgetDeletedTemplates } from '#server/features/templates/jobs.ts'
import { migrate } from '#server/lib/db/migrate.ts'
import { openDatabase } from '#server/lib/db/open.ts'
import { requestLog } from '#server/lib/http/request-log.ts'

/** Both `src/server` and `dist/server` stand two folders below the project. */
const inProject = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** By when they run: each night, and every ten minutes. */
const JOBS = {
  '17 3 * * *': [forgetEndedSessions, forgetOldOperations, forgetDeletedTemplates],
  '*/10 * * * *': [forgetSignInAttempts],
}

const start = async (): Promise<void> => {
  const config = readConfig(process.env)
  const clock = () => new Date()
  // The app's packages take as long to load as the database to open: side by side, a third less than one after the other.
  const [database, { buildApp }] = await Promise.all([
    openDatabase({
      databaseUrl: config.databaseUrl,
      dataDir: config.dataDir,
      log: (message, details) => console.error(JSON.stringify({ level: 'database', message, ...details })),
    }),
    import('#server/app.ts'),
  ])
  await migrate(database, inProject('migrations'))
  const app = await buildApp({
    db: database.db,
    config,
    clock,
    logger: requestLog(config.logLevel),
    // In development Vite serves the web.
    webFolder: config.servesWeb ? inProject('dist/web') : undefined,
  })

  // Every server of a cluster runs these: each deletes what is old, whoever comes first.
  const scheduled = (['17 3 * * *', '*/10 * * * *'] as const).flatMap((pattern) =>
    JOBS[pattern].map(
      (job) =>
        new Cron(pattern, { catch: (error) => app.log.error({ err: error }, `${job.name} failed`) }, () => job(database.db, clock())),
    ),
  )

  let isStopping = false
  const stop = async (reason: string, exitCode: number): Promise<void> => {
    if (isStopping) return
    isStopping = true
    app.log.info(`stopping: ${reason}`)
    // Answers what is under way; a client that never reads its reply must not hold us for ever.
    const deadline = setTimeout(() => process.exit(1), 10_000)
    for (const job of scheduled) job.stop()
    await app.close()
    await database.close()
    clearTimeout(deadline)
    process.exit(exitCode)
  }
  process.on('SIGTERM', () => void stop('SIGTERM', 0))
  process.on('SIGINT', () => void stop('SIGINT', 0))
  process.on('uncaughtException', (error) => {
    app.log.fatal({ err: error }, 'uncaught')
    void stop('uncaught error', 1)
  })

  const address = await app.listen({ host: config.host, port: config.port })
  console.log(`Firstbell is at ${address}\n${database.promise}`)
}

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message.split('\n').slice(0, 12).join('\n').slice(0, 2000) : error)
  process.exit(75)
})
