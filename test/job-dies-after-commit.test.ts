/**
 * Simulates a server that dies between two commits of a job. The next server's worker reruns the job from the start. The worker also reruns
 * a job whose completion wasn't recorded, so each job also dies after its last commit. Afterwards, each table must have as many rows as
 * after an uninterrupted run.
 */

import { beforeEach, expect, test } from 'vitest'
import { forgetGuests } from '#server/features/accounts/guests/jobs.ts'
import { sendCampaign } from '#server/features/admin/campaigns/jobs.ts'
import { settleAddOns } from '#server/features/billing/add-on/jobs.ts'
import { askForPlans, endPlans } from '#server/features/billing/jobs.ts'
import { replaceSubscriptions } from '#server/features/billing/queries.ts'
import { giveQueuedCredit, useCredits } from '#server/features/billing/referral/jobs.ts'
import { insertCredit } from '#server/features/billing/referral/queries.ts'
import { sendReminders } from '#server/features/billing/reminders/jobs.ts'
import { aSubscription } from '#server/features/billing/samples.ts'
import { forgetOldOperations } from '#server/features/calendar/jobs.ts'
import { makeLessonsFindable } from '#server/features/calendar/search/jobs.ts'
import { makeMailQueue } from '#server/features/mail/actions.ts'
import { sendMailWith } from '#server/features/mail/jobs.ts'
import { askForLink } from '#server/features/sign-in/reset/actions.ts'
import { sendPasswordLink } from '#server/features/sign-in/reset/jobs.ts'
import { forgetDeletedTemplates } from '#server/features/templates/jobs.ts'
import { releaseTokens } from '#server/features/writing/jobs.ts'
import { insertAnswer, insertMonth } from '#server/features/writing/queries.ts'
import { LETTERS } from '#server/letters.ts'
import type { Db } from '#server/lib/db/client.ts'
import { claimDue, enqueue } from '#server/lib/jobs/queries.ts'
import { type Job, perform } from '#server/lib/jobs/run.ts'
import { DAY_MS } from '#shared/dates.ts'
import { clock, db, keys, pool, runJob } from './app.ts'
import { dyingDatabase } from './dying-database.ts'
import { rowCounts } from './row-counts.ts'
import { aWorld, CAMPAIGN, mailServer, paymentService, services, type World } from './world-of-calls.ts'

const mailQueue = makeMailQueue(services, keys)

type Case = {
  run: Job['run']
  given?: (w: World) => Promise<unknown>
  /** The name of the queued job to take the payload from. */
  queued?: string
  days?: number
  commits: number
}
const payLater = async ({ carl }: World) => {
  await replaceSubscriptions(db, carl.userId, [aSubscription({ periodEnd: new Date(clock().getTime() + 3 * DAY_MS) })])
  const expiresAt = new Date(clock().getTime() + 90 * DAY_MS)
  await insertCredit(db, { userId: carl.userId, referralId: null, amount: 800, earnedAt: clock(), expiresAt })
}
/** Makes days look as if they were saved before search existed. */
const forgetWords = async () => {
  await pool.query('delete from calendar_words')
  await pool.query('update calendar_days set is_findable = false')
}
/** Creates an AI response that was still being generated when the server died. */
const loseAnAnswer = async ({ ann }: World) => {
  const month = { userId: ann.userId, month: '2026-11' }
  await insertMonth(db, { ...month, allowance: 1_000_000 })
  await pool.query('update ai_months set reserved = 500')
  const startedAt = new Date(clock().getTime() - 3_600_000)
  await insertAnswer(db, { ...month, reserved: 500, startedAt, expiresAt: startedAt })
}
/** Sets up an ended trial whose add-on is still active in Stripe. */
const outliveTrial = async ({ carl }: World) => {
  const addOn = aSubscription({ id: 'sub_ai', planType: 'ai_addon', latestInvoiceId: null })
  const { rows } = await pool.query('select customer_id from billing_customers where user_id = $1', [carl.userId])
  paymentService.states.set(rows[0].customer_id, { subscriptions: [addOn], invoices: [], cards: [] })
  await replaceSubscriptions(db, carl.userId, [addOn])
  await pool.query(`update subscriptions set status = 'TRIALEXPIRED', free_trial_started = '2026-01-01' where user_id = $1`, [carl.userId])
}
const CASES: Record<string, Case> = {
  'send-mail': {
    run: sendMailWith(LETTERS),
    given: ({ ann }) => mailQueue.queue(db, { userId: ann.userId, kind: 'welcome' }, clock()),
    queued: 'send-mail',
    commits: 1,
  },
  'send-password-link': {
    run: sendPasswordLink,
    given: ({ ann }) => askForLink(db, { keys, mailQueue }, ann.email, clock()),
    queued: 'send-password-link',
    commits: 2,
  },
  'send-reminders': { run: sendReminders, days: 5.5, commits: 1 },
  'end-plans': { run: endPlans, days: 8, commits: 1 },
  'use-credits': { run: useCredits, given: payLater, commits: 1 },
  'give-credit': {
    run: giveQueuedCredit,
    given: async (w) => {
      await payLater(w)
      await runJob(useCredits, { ...partsOf(db), payload: {} })
    },
    queued: 'give-credit',
    commits: 1,
  },
  'ask-for-plans': { run: askForPlans, given: payLater, commits: 2 },
  'settle-add-ons': { run: settleAddOns, given: outliveTrial, commits: 4 },
  'forget-guests': { run: forgetGuests, days: 4, commits: 1 },
  'forget-old-operations': { run: forgetOldOperations, days: 40, commits: 4 },
  'forget-deleted-templates': { run: forgetDeletedTemplates, days: 40, commits: 1 },
  'make-lessons-findable': { run: makeLessonsFindable, given: forgetWords, commits: 4 },
  'release-tokens': { run: releaseTokens, given: loseAnAnswer, commits: 1 },
}

const partsOf = (of: Db, days = 0) => ({
  ...{ db: of, keys, services, mailQueue },
  now: new Date(clock().getTime() + days * DAY_MS),
  signal: new AbortController().signal,
})
const payloadOf = async (name: string | undefined): Promise<unknown> =>
  name === undefined ? {} : (await pool.query('select payload from jobs where name = $1 order by id limit 1', [name])).rows[0].payload

beforeEach(() => {
  paymentService.clear()
  mailServer.sent.length = 0
})

/** Sets up the data for a case. Returns a function that runs the case's job on a database. */
const begin = async ({ run, given, queued, days }: Case) => {
  const w = await aWorld()
  await given?.(w)
  const payload = await payloadOf(queued)
  return (of: Db) => runJob(run, { ...partsOf(of, days), payload })
}

test.each(Object.entries(CASES))('%s makes as many commits as its case states', async (_name, each) => {
  const run = await begin(each)
  const counted = dyingDatabase(pool)
  await run(counted.db)
  expect(counted.commits()).toBe(each.commits)
})

for (const [name, each] of Object.entries(CASES))
  for (let commit = 1; commit <= each.commits; commit++)
    test(`${name}, rerun after the server dies after commit ${commit} of ${each.commits}, takes effect once`, async () => {
      await (await begin(each))(db)
      const expected = await rowCounts()
      const run = await begin(each)
      const dying = dyingDatabase(pool, { afterCommit: commit })
      expect(await Promise.race([run(dying.db), dying.died])).toBe('died')
      await run(db)
      expect(await rowCounts()).toEqual(expected)
    })

/** Creates a campaign with more recipients than three runs can send to. */
const aCampaign = async () => {
  await aWorld()
  await pool.query(`
    with people as (
      insert into users (email, timezone, preferences, created_at)
      select 'many-' || n || '@school.example', 'UTC', '{}', now() from generate_series(1, 160) as n returning id)
    insert into subscriptions (user_id, status, free_trial_started) select id, 'TRIAL', now() from people`)
  const payload = { campaignId: CAMPAIGN, after: null }
  return (of: Db) => runJob(sendCampaign, { ...partsOf(of), payload })
}
const sentTo = () => mailServer.sent.map(({ to }) => to.address)
const queuedRuns = async () => (await pool.query(`select count(*)::int from jobs where name = 'send-campaign'`)).rows[0].count

test('a campaign on a server that dies between two of its mails sends no mail twice', async () => {
  const run = await aCampaign()
  const dying = dyingDatabase(pool, { afterCommit: 20 })
  expect(await Promise.race([run(dying.db), dying.died])).toBe('died')
  await run(db)
  expect(new Set(sentTo()).size).toBe(sentTo().length)
  expect(await queuedRuns()).toBe(1)
})

test('a campaign on a server that dies after any commit of a run continues in one chain, not in two', async () => {
  const parts = {
    ...{ keys, services, mailQueue, leaseMs: 60_000 },
    jobs: { 'send-campaign': { run: sendCampaign } },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  }
  const runNext = async (of: Db) => {
    const claimed = await claimDue(of, [], parts.leaseMs)
    if (!claimed) throw new Error('Nothing is due')
    await perform({ ...parts, db: of }, claimed, new AbortController())
  }
  for (const afterCommit of [2, 40, 51, 52, 53]) {
    await aCampaign()
    await pool.query('delete from jobs')
    await enqueue(db, 'send-campaign', { campaignId: CAMPAIGN, after: null })
    const dying = dyingDatabase(pool, { afterCommit })
    expect(await Promise.race([runNext(dying.db), dying.died])).toBe('died')
    // Expires the dead server's leases, so that the next server takes over its jobs.
    await pool.query('update jobs set claimed_until = now()')
    if (afterCommit < 53) await runNext(db)
    expect([afterCommit, await queuedRuns()]).toEqual([afterCommit, 1])
  }
})
