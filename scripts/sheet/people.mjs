/** The people on the sheet of all screens. Their plans are bought from Stripe's stand-in, and their mail arrives in the mail server's. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { register } from 'tsx/esm/api'
import { addClosingSchools, closeSnowDays, laySnowDay } from './closing-screens.mjs'
import { layCycle, layTimetable, layTwoYears } from './laid-timetable.mjs'

register()
const { aTeacher } = await import('#server/features/accounts/samples.ts')
const { aSubscription } = await import('#server/features/billing/samples.ts')
const { billingSubscriptions } = await import('#server/features/billing/tables.ts')
const { insertUser, updateUser } = await import('#server/features/people/queries.ts')
const { queueLink } = await import('#server/features/sign-in/reset/actions.ts')
const { enqueue } = await import('#server/lib/jobs/queries.ts')
const { CLOSED_MAIL_QUEUE } = await import('#server/lib/mail/mail-queue.ts')
const { aDay } = await import('#server/features/calendar/samples.ts')
const { seedClasses } = await import('#server/seed-classes.ts')
const { DAY_MS, schoolWeekOf, timeOf, todayIn } = await import('#shared/dates.ts')
const { SAMPLE_CLASSES, sampleLessons } = await import('#shared/sample-week.ts')
const { officialClient } = await import('#test/world/stripe/client.ts')

/**
 * @typedef {import('../../bench/start-server.mjs').SignedIn} SignedIn
 * @typedef {import('../../bench/start-server.mjs').Server['call']} Call
 * @typedef {import('#test/world/stripe/start.ts').StripeStandIn} Stripe
 * @typedef {'teacher' | 'administrator' | 'admin' | 'newcomer' | 'toured' | 'crowded' | 'subscriber' | 'pastDue' | 'canceling' | 'addOn' |
 * 'trialEnded' | 'planEnded' | 'twoDevices' | 'scheduled' | 'deleting' | 'cycled' | 'returning' | 'snowed' | 'dayClosed' | 'schoolClosed' |
 * 'schoolOpened'} Name
 */

const PASSWORD = 'first-bell-rings'
const TIMEZONE = 'America/New_York'
/** Names for the people that the seed doesn't add. @type {Record<string, string>} */
const NAMES = {
  newcomer: 'Robin Hale',
  toured: 'Jonah Park',
  crowded: 'Nadia Brooks',
  subscriber: 'Elena Marsh',
  pastDue: 'Theo Lind',
  canceling: 'Ruth Adeyemi',
  addOn: 'Iris Novak',
  twoDevices: 'Hugo Stein',
  scheduled: 'Nina Alvarez',
  deleting: 'Vera Holm',
  returning: 'Rosa Delgado',
  cycled: 'Theo Marsh',
  snowed: 'Maya Reed',
  dayClosed: 'Clara Voss',
  schoolClosed: 'Owen Pratt',
  schoolOpened: 'Mina Sato',
  trialEnding: 'Paula Ortiz',
  trialEnded: 'Owen Castle',
  planEnded: 'June Whitaker',
  renewing: 'Mae Sutter',
  withGoogle: 'Cole Abbott',
  added: 'Lena Hart',
}
/**
 * Days since these teachers started their trial, which lasts seven. They are counted from the real clock, because the server mails by that
 * one. The one that ended has also ended for pages, whose clock is on a Wednesday.
 */
const SIGNED_UP = { trialEnding: 6, trialEnded: 14, planEnded: 60 }
/** The browser on the mail about a new device. */
const OTHER_BROWSER = 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

/** @param {string} name */
const emailOf = (name) => `${name.toLowerCase()}@school.example`

/** Twelve overlapping lessons with very long words. */
const CROWD = Array.from({ length: 12 }, (_, order) => ({
  id: `block_crowd_${order}`,
  title: ['Interdisciplinary Humanities and Rhetoric', 'Math', 'Duty'][order % 3],
  description: `<ul><li>${'Donaudampfschifffahrt '.repeat(6)}</li><li>two</li></ul>`,
  startTime: timeOf(7 * 60 + order * 40),
  endTime: timeOf(7 * 60 + order * 40 + 75),
  hasAlert: order % 2 === 0,
  alertMessage: order % 2 === 0 ? 'Blue tray' : '',
  order,
}))

/**
 * Returns the days of this school week with their lessons.
 * @param {string} today
 * @param {readonly { id: string, name: string }[]} classes
 */
function sampleWeek(today, classes) {
  const taught = new Map()
  return schoolWeekOf(today).map((date) => {
    const blocks = sampleLessons(date, taught, classes).map((lesson) => ({
      ...lesson,
      id: `block_${date.replaceAll('-', '')}_${lesson.order}`,
    }))
    return /** @type {const} */ ([date, blocks])
  })
}

/**
 * Adds the teachers who signed up some days ago, and queues the hourly jobs that mail them. Needs the database, because the server signs
 * people up only now.
 * @param {import('#server/lib/db/client.ts').Db} db
 * @param {Date} now
 */
export async function addEarlierTeachers(db, now) {
  for (const [name, days] of Object.entries(SIGNED_UP)) {
    const began = new Date(Date.now() - days * DAY_MS)
    const teacher = { email: emailOf(name), displayName: NAMES[name], password: PASSWORD, now: began, timezone: TIMEZONE }
    const { userId: owner } = await aTeacher(db, teacher)
    const classes = await seedClasses(db, owner, began)
    for (const [date, blocks] of sampleWeek(todayIn(TIMEZONE, now.getTime()), classes)) await aDay(db, { owner, date, blocks, now: began })
  }
  for (const job of ['end-plans', 'send-reminders']) await enqueue(db, job, {})
}

/**
 * Adds the schools that close a day. The members and administrators join by mail, so this needs the database as well.
 * @param {import('#server/lib/db/client.ts').Db} db
 * @param {Date} now
 */
export const addSchools = (db, now) =>
  addClosingSchools(db, (name) => ({ email: emailOf(name), displayName: NAMES[name] ?? null, password: PASSWORD, timezone: TIMEZONE }), now)

/**
 * Adds people whose state no call can bring about: a yearly plan that renews soon, a sign-in with Google only, and an account that an
 * operator created.
 * @param {import('#server/lib/db/client.ts').Db} db
 * @param {{ keys: import('#server/lib/keys/key-ring.ts').KeyRing, now: Date }} at
 */
export async function addMailedPeople(db, { keys, now }) {
  /** @param {string} name */
  const person = (name) => ({ email: emailOf(name), displayName: NAMES[name], timezone: TIMEZONE })
  const { userId } = await aTeacher(db, { ...person('renewing'), password: PASSWORD, now })
  const periodEnd = new Date(Date.now() + 5 * DAY_MS)
  const plan = aSubscription({ id: 'sub_renewing', planType: 'yearly', interval: 'year', amount: 6000, periodEnd })
  await db.insert(billingSubscriptions).values({ ...plan, userId })
  const { userId: withGoogle } = await aTeacher(db, { ...person('withGoogle'), now })
  await updateUser(db, withGoogle, { passwordHash: null, googleId: 'with-google' })
  await insertUser(db, { ...person('added'), passwordHash: null, preferences: {}, createdAt: now })
  await queueLink(db, { keys, mailQueue: CLOSED_MAIL_QUEUE }, { email: emailOf('added'), cause: 'added' }, now)
}

/**
 * Resolves with everyone, signed in and with lessons this week.
 * @param {{ call: Call, stripe: Stripe, today: string, schools: Awaited<ReturnType<typeof addSchools>>,
 * seeded: { email: string, password: string, administrator: string, admin: string } }} world
 * @returns {Promise<Record<Name, SignedIn>>}
 */
export async function signInAll({ call, stripe, today, schools, seeded }) {
  /** @param {string} email @returns {Promise<SignedIn>} */
  const signIn = (email) => call('POST', '/api/auth/login', { body: { email, password: PASSWORD } })
  /** @param {string} name @returns {Promise<SignedIn>} */
  const signUp = (name) =>
    call('POST', '/api/auth/register', {
      body: { email: emailOf(name), password: PASSWORD, displayName: NAMES[name], timezone: TIMEZONE },
    })
  const people = {
    teacher: await signIn(seeded.email),
    administrator: await signIn(seeded.administrator),
    admin: await signIn(seeded.admin),
    newcomer: await signUp('newcomer'),
    toured: await signUp('toured'),
    crowded: await signUp('crowded'),
    subscriber: await signUp('subscriber'),
    pastDue: await signUp('pastDue'),
    canceling: await signUp('canceling'),
    addOn: await signUp('addOn'),
    twoDevices: await signUp('twoDevices'),
    scheduled: await signUp('scheduled'),
    deleting: await signUp('deleting'),
    returning: await signUp('returning'),
    cycled: await signUp('cycled'),
    snowed: await signUp('snowed'),
    dayClosed: await signUp('dayClosed'),
    schoolClosed: await signIn(emailOf('schoolClosed')),
    schoolOpened: await signIn(emailOf('schoolOpened')),
    trialEnded: await signIn(emailOf('trialEnded')),
    planEnded: await signIn(emailOf('planEnded')),
  }
  const { newcomer: _, ...others } = people
  for (const { token } of Object.values(others)) await call('PATCH', '/api/user', { token, body: { showTutorial: false } })
  await buyAll(people, { call, stripe })
  await planWeeks(people, { call, today })
  await layTimetable(people.scheduled, { call, today })
  await layTimetable(people.deleting, { call, today })
  await layTwoYears(people.returning, { call, today })
  await layCycle(people.cycled, { call, today })
  for (const name of /** @type {const} */ (['snowed', 'dayClosed', 'schoolClosed', 'schoolOpened']))
    await laySnowDay(people[name], { call, today })
  await closeSnowDays(people, schools, { call, today })
  return people
}

/**
 * @param {Record<Name, SignedIn>} people
 * @param {{ call: Call, stripe: Stripe }} world
 */
async function buyAll(people, { call, stripe }) {
  const { monthly, yearly, ai } = stripe.prices
  /** @param {Name} name @param {string} priceId @param {'monthly' | 'yearly' | 'ai_addon'} planType @param {'good' | 'failsLater'} [card] */
  const buy = async (name, priceId, planType, card) => {
    const { token } = people[name]
    const { url } = await call('POST', '/api/create-checkout-session', { token, body: { priceId, planType } })
    await stripe.pay(url, card)
    await call('POST', '/api/billing/confirm', { token })
  }
  await buy('subscriber', yearly, 'yearly')
  await buy('subscriber', ai, 'ai_addon')
  await buy('pastDue', monthly, 'monthly', 'failsLater')
  await buy('canceling', monthly, 'monthly')
  await buy('addOn', ai, 'ai_addon')
  await buy('planEnded', monthly, 'monthly')

  const client = officialClient(stripe)
  /** @param {Name} name */
  const subscriptionOf = (name) => {
    const customers = [...stripe.tables.customers.values()]
    const customer = customers.find((each) => !each.deleted && each.email === emailOf(name))
    const found = [...stripe.tables.subscriptions.values()].find((each) => each.customer === customer?.id)
    if (!found) throw new Error(`Stripe's stand-in has no subscription for ${name}`)
    return found.id
  }
  await stripe.endPeriod(subscriptionOf('pastDue'))
  await client.subscriptions.update(subscriptionOf('canceling'), { cancel_at_period_end: true })
  await client.subscriptions.cancel(subscriptionOf('planEnded'))
  await stripe.webhooks.delivered()
}

/**
 * @param {Record<Name, SignedIn>} people
 * @param {{ call: Call, today: string }} world
 */
async function planWeeks(people, { call, today }) {
  for (const { token } of [people.subscriber, people.pastDue, people.canceling, people.addOn, people.twoDevices]) {
    const classes = SAMPLE_CLASSES.map((one) => ({ ...one, id: randomUUID() }))
    const days = sampleWeek(today, classes).map(([date, blocks]) => ({ date, blocks }))
    await call('POST', '/api/classes/lessons', { token, body: { classes, days } })
  }
  for (const date of schoolWeekOf(today))
    await call('POST', '/api/calendar', {
      token: people.crowded.token,
      body: { date, hasNote: true, noteText: 'Picture day '.repeat(12), blocks: CROWD },
    })
}

/**
 * Does what makes Firstbell send each kind of mail that doesn't need a date in the past or future.
 * @param {Record<Name, SignedIn>} people
 * @param {{ call: Call, origin: string }} server
 */
export async function causeMail(people, { call, origin }) {
  const admin = { token: people.admin.token }
  const { token } = people.crowded
  await call('POST', '/api/user/confirm-address', { token })
  await call('POST', '/api/auth/forgot-password', { body: { email: emailOf('crowded') } })
  await call('POST', '/api/collaboration/invite', { token: people.teacher.token, body: { collaboratorEmail: emailOf('crowded') } })
  await call('POST', '/api/admin/school-invitations', { token: people.administrator.token, body: { email: emailOf('crowded') } })
  await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': OTHER_BROWSER },
    body: JSON.stringify({ email: emailOf('renewing'), password: PASSWORD }),
  })
  await call('POST', '/api/auth/forgot-password', { body: { email: emailOf('withGoogle') } })
  await mailSchoolAdministrators(people.administrator, call)
  await call('PATCH', `/api/admin/users/${people.toured.user.id}/admin`, { ...admin, body: { isAdmin: true } })
  await call('POST', '/api/admin/email/test', {
    ...admin,
    body: {
      subject: 'New this month: search your lessons',
      text: 'You can now search every lesson you’ve planned.\n\nChoose Search in the bar above your week to try it.',
    },
  })
}

/**
 * Makes a teacher an administrator and a teacher again, so that only the mail remains.
 * @param {SignedIn} administrator
 * @param {Call} call
 */
async function mailSchoolAdministrators({ token }, call) {
  /** @type {{ id: string, isAdministrator: boolean }[]} */
  const teachers = await call('GET', '/api/admin/teachers', { token })
  const id = teachers.find(({ isAdministrator }) => !isAdministrator)?.id
  for (const isAdministrator of [true, false]) await call('PATCH', `/api/admin/teachers/${id}`, { token, body: { isAdministrator } })
}

/**
 * Waits until mail with each of these subjects has arrived, but no longer than ten seconds.
 * @param {readonly { subject: string }[]} mails
 * @param {RegExp[]} subjects
 */
export async function untilMailed(mails, subjects) {
  const hasArrived = () => subjects.every((subject) => mails.some((mail) => subject.test(mail.subject)))
  for (let tries = 0; !hasArrived() && tries < 100; tries++) await pause(100)
}
