// @module-tag engine
import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { strFromU8, unzipSync } from 'fflate'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { savePendingSignIn } from '#server/features/accounts/providers/actions.ts'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { openSchool } from '#server/features/admin/actions.ts'
import { insertCheckout, keepSession } from '#server/features/billing/checkout/queries.ts'
import { insertCustomer, putInvoices, replaceSubscriptions } from '#server/features/billing/queries.ts'
import { settleReferral } from '#server/features/billing/referral/actions.ts'
import { insertCode, insertReferral } from '#server/features/billing/referral/queries.ts'
import { anInvoice, aSubscription } from '#server/features/billing/samples.ts'
import { stateBefore } from '#server/features/calendar/history/actions.ts'
import type { DayBefore } from '#server/features/calendar/history/tables.ts'
import { aBlock, aDay, calendarOf } from '#server/features/calendar/samples.ts'
import type { StoredDay } from '#server/features/calendar/tables.ts'
import { anInvite } from '#server/features/collaboration/samples.ts'
import { keepDrive } from '#server/features/drive/actions.ts'
import { aFeed } from '#server/features/feeds/samples.ts'
import { insertSentMail } from '#server/features/mail/queries.ts'
import { sealNotes } from '#server/features/people/policy.ts'
import { updateUser } from '#server/features/people/queries.ts'
import { unsealedNotes } from '#server/features/people/tables.ts'
import { rememberDevice } from '#server/features/sign-in/guessing/actions.ts'
import { insertReset } from '#server/features/sign-in/reset/queries.ts'
import { aSubReport } from '#server/features/sub-reports/samples.ts'
import { aDailyTemplate, aWeeklyTemplate } from '#server/features/templates/samples.ts'
import { anUnplacedLesson, aTimetable } from '#server/features/timetables/samples.ts'
import { insertAnswer, insertMonth } from '#server/features/writing/queries.ts'
import { app, call, clock, config, db, keys, pool, setClock } from '#test/app.ts'
import { exportData } from './actions.ts'

const SCRIPT = '<script>alert(1)</script>'
let ann: Awaited<ReturnType<typeof aTeacher>>
const proveIt = () => call('POST', '/api/auth/proof', { token: ann.token, body: { password: ann.password } })
beforeEach(async () => {
  ann = await aTeacher(db, { displayName: 'Ann Lee', now: new Date('2026-11-18T12:00:00Z') })
  await proveIt()
})

const download = (token: string) => app.inject({ method: 'POST', url: '/api/user/export', headers: { authorization: `Bearer ${token}` } })

/** Returns the files in an archive by name, without the folder. */
const filesOf = async ({ token }: { token: string }): Promise<Record<string, string>> => {
  const reply = await download(token)
  expect(reply.statusCode).toBe(200)
  const files = Object.entries(unzipSync(new Uint8Array(reply.rawPayload)))
  return Object.fromEntries(files.map(([name, bytes]) => [name.replace(/^.*\//, ''), strFromU8(bytes)]))
}
const write = (token: string, body: object) => call('PATCH', '/api/user', { token, body })

/** Gives Ann a paid plan and a referred colleague who has paid as well. */
const payAll = async (friendId: string) => {
  const now = new Date('2026-11-18T14:00:00Z')
  await insertCustomer(db, { userId: ann.userId, customerId: 'cus_ann' })
  await replaceSubscriptions(db, ann.userId, [aSubscription()])
  await putInvoices(db, ann.userId, [anInvoice()])
  const page = await insertCheckout(db, { userId: ann.userId, kind: 'plan', priceId: 'price_monthly', coupon: 'promo_1', openedAt: now })
  await keepSession(db, page?.id ?? '', 'cs_ann')
  await insertCode(db, { userId: ann.userId, code: 'ANNSCODE' })
  const month = { userId: ann.userId, month: '2026-10' }
  await insertMonth(db, { ...month, allowance: 1_234_567 })
  await insertAnswer(db, { ...month, reserved: 0, startedAt: now, expiresAt: now })
  const coming = { provider: 'google' as const, sub: 'sub-of-ann', email: 'ann@school.example', name: null, timezone: null, ref: null }
  const { sessionId } = (await pool.query('select id as "sessionId" from sessions where user_id = $1', [ann.userId])).rows[0]
  const arrival = { ...coming, purpose: 'link' as const, userId: ann.userId, sessionId }
  await savePendingSignIn(db, arrival, { browser: 'a browser', stage: 'token', now })
  await insertReferral(db, { referrerId: ann.userId, friendId, signedUpAt: now })
  await insertReferral(db, { referrerId: friendId, friendId: ann.userId, signedUpAt: now })
  await settleReferral(db, { friendId, invoices: [anInvoice()], cards: [], referrerCards: [] }, now)
}

/** Adds data for Ann to every table that can contain user data. */
const planAll = async () => {
  await rememberDevice(db, { userId: ann.userId, device: undefined, now: new Date('2026-11-18T12:00:00Z') })
  await proveIt()
  await keepDrive(db, keys, ann.userId, 'a refresh token', new Date('2026-11-18T12:30:00Z'))
  await write(ann.token, { studentNotes: '<p>Ana sits in front</p>', classroom: { room: 'Room 114' }, preferences: { timeFormat: '24' } })
  await db.insert(unsealedNotes).values({ userId: ann.userId, name: 'studentNotes', html: 'From an older backup' })
  await aTimetable(db, { owner: ann.userId, firstDay: '2027-01-04', from: '2027-01-04', lastDay: '2027-01-08' })
  await anUnplacedLesson(db, { owner: ann.userId })
  for (const title of ['Fractions', 'Sums', 'Shapes', 'Money', 'Time'])
    await aDay(db, { owner: ann.userId, date: '2026-11-18', blocks: [aBlock({ title })], now: new Date('2026-11-18T13:00:00Z') })
  await aDay(db, { owner: ann.userId, date: '2026-11-18', blocks: [aBlock({ title: 'Decimals', hasAlert: true, alertMessage: 'Bell' })] })
  await aDay(db, {
    owner: ann.userId,
    date: '2026-12-23',
    isBlocked: true,
    blockedText: 'Winter break',
    hasNote: true,
    noteText: 'Pack up',
  })
  await aDailyTemplate(db, { owner: ann.userId, name: 'Early dismissal', blocks: [aBlock({ title: 'Short math' })] })
  await aWeeklyTemplate(db, { owner: ann.userId, name: 'Bell schedule', monday: [aBlock({ title: 'Assembly' })] })
  const { userId: colleague } = await aTeacher(db, { email: 'cleo@school.example', displayName: 'Cleo Fox' })
  await anInvite(db, { inviter: ann.userId, invitee: colleague, includesStudentNotes: true })
  await anInvite(db, { inviter: colleague, invitee: ann.userId, status: 'revoked' })
  const schoolId = await openSchool(db, { name: 'Hill School', timezone: 'UTC', email: ann.email }, new Date('2026-11-18T12:00:00Z'))
  const closed = { isBlocked: true, blockedText: 'Boiler <repair>', hasNote: true, noteText: 'Library open' }
  await call('POST', '/api/calendar', { token: ann.token, body: { date: '2026-12-22', schoolId, ...closed } })
  await payAll(colleague)
  await aFeed(db, keys, { owner: ann.userId, now: new Date('2026-11-18T12:35:00Z') })
  await aSubReport(db, keys, { owner: ann.userId, now: new Date('2026-11-18T12:35:00Z'), note: 'Quiz papers in the green folder' })
  await insertSentMail(db, {
    id: randomUUID(),
    userId: ann.userId,
    kind: 'welcome',
    about: '',
    outcome: 'sent',
    now: new Date('2026-11-18T12:40:00Z'),
  })
  await insertReset(db, { tokenHash: 'a hash', userId: ann.userId, expiresAt: new Date('2026-11-18T13:40:00Z') })
  await call('POST', '/api/admin/school-invitations', {
    token: ann.token,
    body: { email: 'dora@school.example' },
    headers: { 'idempotency-key': 'key-of-an-invitation' },
  })
}

describe('a teacher who exports the data', () => {
  test('gets one archive, named after today in their time zone', async () => {
    setClock('2026-11-19T03:00:00Z')
    await proveIt()
    const reply = await download(ann.token)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="firstbell-2026-11-18.zip"',
      'cache-control': 'no-store',
    })
    expect(Object.keys(unzipSync(new Uint8Array(reply.rawPayload))).sort()).toEqual(
      [
        'account.json',
        'ai.json',
        'billing.json',
        'calendar.json',
        'classes.json',
        'colleagues.json',
        'devices.json',
        'feeds.json',
        'history.json',
        'mail.json',
        'planner.html',
        'readme.txt',
        'records.json',
        'school.json',
        'substitutes.json',
        'templates.json',
      ].map((name) => `firstbell-2026-11-18/${name}`),
    )
  })

  test('finds everything in it, as the API returns it', async () => {
    await planAll()
    const files = await filesOf(ann)
    const read = (name: string) => JSON.parse(files[name] ?? '')
    const answered = async (address: string) => (await call('GET', address, { token: ann.token })).body
    expect(read('account.json')).toEqual(await answered('/api/user'))
    expect(read('calendar.json')).toEqual(await answered('/api/calendar'))
    // Starts from the current day and goes back one change at a time.
    const date = '2026-11-18'
    let state = read('calendar.json').find((day: StoredDay) => day.date === date)
    const past = read('history.json')
      .filter((change: { date: string }) => change.date === date)
      .map(({ date, ...change }: { date: string; before: DayBefore }) => {
        state = stateBefore(state, change.before, { userId: ann.userId, date })
        return { ...change, before: state }
      })
    expect(past).toHaveLength(6)
    expect(past).toEqual(await answered(`/api/calendar/history?date=${date}`))
    expect(read('devices.json')).toMatchObject({
      sessions: [{ userAgent: null, createdAt: '2026-11-18T12:00:00.000Z' }],
      knownBrowsers: [{ lastSignIn: '2026-11-18T12:00:00.000Z' }],
      googleDriveOpenedAt: '2026-11-18T12:30:00.000Z',
    })
    expect(read('templates.json')).toMatchObject({
      timeBlock: [],
      daily: [{ name: 'Early dismissal', content: { blocks: [{ title: 'Short math' }] } }],
      weekly: [{ name: 'Bell schedule' }],
    })
    expect(read('classes.json')).toMatchObject({
      classes: await answered('/api/classes'),
      timetables: await answered('/api/timetables'),
      unplacedLessons: [{ reason: 'Math ends on December 15' }],
      changes: [{ kind: 'class', before: null }, { kind: 'timetable' }, { kind: 'unplaced' }],
    })
    expect(files['planner.html']).toContain('Math ends on December 15')
    const other = { displayName: 'Cleo Fox', email: 'cleo@school.example' }
    expect(read('colleagues.json')).toMatchObject({
      sent: [{ status: 'accepted', includesStudentNotes: true, other }],
      received: [{ status: 'revoked', other }],
    })
    expect(read('calendar.json')).toContainEqual(
      expect.objectContaining({ date: '2026-12-22', blockedText: 'Boiler <repair>', userBlocked: false, schoolNote: 'Library open' }),
    )
    expect(read('school.json')).toMatchObject({
      school: { name: 'Hill School', isAdministrator: true },
      invitations: [],
      sentInvitations: [{ email: 'dora@school.example', status: 'waiting' }],
      looks: [],
    })
  })

  test('gets a page to read with notes, days, lessons, and templates, and nothing in it can run', async () => {
    await planAll()
    await aDay(db, { owner: ann.userId, date: '2026-11-19', blocks: [aBlock({ title: SCRIPT })] })
    await pool.query('update calendar_days set blocks = replace(blocks::text, $1, $2)::json', ['Fractions on a', `${SCRIPT} on a`])
    await updateUser(db, ann.userId, sealNotes(keys, ann.userId, { emergencyProcedures: `<p onclick="x()">Out</p>${SCRIPT}` }))
    const page = (await filesOf(ann))['planner.html'] ?? ''
    for (const words of [
      'Ann Lee',
      'Ana sits in front',
      'Room 114',
      '#2026-11-01',
      'Wednesday, November 18, 2026',
      'Decimals',
      '08:00 – 08:45',
    ])
      expect(page).toContain(words)
    for (const words of [
      'Bell</p>',
      'Winter break',
      'Pack up',
      'Early dismissal',
      'Bell schedule: Mon',
      'Assembly',
      'Boiler &lt;repair&gt;',
      'School note',
    ])
      expect(page).toContain(words)
    expect(page).toContain('&lt;script&gt;alert(1)')
    expect(page).not.toMatch(/<script|onclick|<img|<link|src=/)
    expect(page).toMatch(/http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; base-uri &#39;none&#39;;/)
    expect(page.trimEnd()).toMatch(/<\/html>$/)
  })

  test('gets data from every table that contains any of theirs', async () => {
    await planAll()
    const whole = Object.values(await filesOf(ann)).join('\n')
    expect(whole).toContain('Ana sits in front')
    /**
     * The columns of Ann's rows that must be in the archive, by table. Every new table that references a user must be added here and to
     * exportData.
     */
    const columns: Record<string, string[]> = {
      users: ['id', 'email', 'display_name', 'timezone'],
      // Filled from a backup of an older version, and emptied before a server listens.
      unsealed_notes: [],
      user_roles: ['school_administration'],
      // Contain only the calendar's ids, and counters for the other tables.
      calendars: [],
      calendar_counters: [],
      subscriptions: ['status'],
      sessions: ['id', 'user_agent'],
      known_devices: [],
      // The archive contains only the time of the connection. The refresh token is a secret, like a password hash.
      drive_grants: [],
      // Google sign-ins in progress, kept for a minute.
      google_arrivals: [],
      calendar_days: ['id', 'note_text', 'blocked_text'],
      // Search words of days that are already in the archive.
      calendar_words: [],
      calendar_operations: ['kind', 'id'],
      calendar_day_images: ['date'],
      calendar_records: ['id'],
      calendar_record_images: ['record_id', 'kind'],
      templates: ['id', 'name'],
      invites: ['id', 'status'],
      school_invitations: ['id', 'email'],
      billing_customers: ['customer_id'],
      billing_subscriptions: ['id', 'price_id'],
      billing_invoices: ['id', 'number'],
      billing_checkouts: ['id', 'session_id'],
      referral_codes: ['code'],
      referrals: ['id'],
      referral_credits: ['id', 'amount'],
      ai_months: ['month', 'allowance', 'used'],
      mails: ['id', 'kind', 'outcome'],
      sub_links: ['id', 'ends_on'],
      sub_reports: ['id'],
      // The address is a secret.
      feeds: ['id'],
      // Reset tokens are secret and expire after an hour.
      password_resets: [],
      // Exported as part of the monthly token counts.
      ai_answers: [],
      // Hashes and encrypted answers, kept for a day.
      idempotency_keys: [],
    }
    const { rows: tables } = await pool.query(
      `select conrelid::regclass::text as name, a.attname as owner from pg_constraint
       join pg_attribute a on a.attrelid = conrelid and a.attnum = any(conkey)
       where contype = 'f' and confrelid in ('users'::regclass, 'calendars'::regclass) union select 'users', 'id'`,
    )
    const { id: calendarId } = await calendarOf(db, ann.userId)
    expect(new Set(tables.map(({ name }) => name))).toEqual(new Set(Object.keys(columns)))
    for (const { name, owner } of tables) {
      const { rows } = await pool.query(`select to_jsonb(one) as row from ${name} one where ${owner} in ($1, $2)`, [ann.userId, calendarId])
      expect(rows, `rows of ${name}`).not.toEqual([])
      for (const { row } of rows)
        for (const column of columns[name] ?? []) {
          expect(row, `a column of ${name}`).toHaveProperty(column)
          const value = JSON.stringify(row[column])
          if (row[column] !== null) expect(whole, `${name}.${column}`).toContain(value.replace(/^"|"$/g, ''))
        }
    }
  })

  test('finds no credentials, and nothing that belongs to someone else', async () => {
    await planAll()
    const bob = await aTeacher(db, { displayName: 'Bob Ray' })
    await aDay(db, { owner: bob.userId, date: '2026-11-18', blocks: [aBlock({ title: 'Bobs lesson' })] })
    const whole = Object.values(await filesOf(ann)).join('\n')
    const { rows } = await pool.query(
      'select token_hash as secret from sessions union all select password_hash from users union all select token_hash from feeds',
    )
    expect(rows).toHaveLength(7)
    for (const secret of [...rows.map((row) => row.secret), ann.token, ann.password, bob.userId, bob.email, 'Bob'])
      expect(whole).not.toContain(secret)
  })

  test('gets a complete archive even before the first lesson and after the trial has ended', async () => {
    setClock('2026-12-30T12:00:00Z')
    const { token } = (await call('POST', '/api/auth/login', { body: { email: ann.email, password: ann.password } })).body
    const files = await filesOf({ token })
    expect(files['calendar.json']).toBe('[]\n')
    expect(files['planner.html']).toContain('No lessons planned')
  })
})

describe('an archive that fails because of the database', () => {
  /** Runs `work` while the history table doesn't exist. An export reads the history table last. */
  const withoutHistory = async (work: () => Promise<void>) => {
    await pool.query('alter table calendar_day_images rename to out_of_reach')
    const uncaught: unknown[] = []
    const note = (error: unknown) => void uncaught.push(error)
    process.on('uncaughtException', note)
    try {
      await work()
      expect(uncaught).toEqual([])
    } finally {
      process.off('uncaughtException', note)
      await pool.query('alter table out_of_reach rename to calendar_day_images')
    }
  }

  test('is cut off, so that half of it doesn’t look complete', async () => {
    await withoutHistory(async () => {
      const { content } = await exportData(db, await calendarOf(db, ann.userId), { keys, now: new Date() })
      await expect(buffer(content)).rejects.toThrow('calendar_day_images')
    })
    expect((await download(ann.token)).statusCode).toBe(200)
  })

  test('fails only for its reader, however late they read', async () => {
    await withoutHistory(async () => {
      const { content } = await exportData(db, await calendarOf(db, ann.userId), { keys, now: new Date() })
      for (let turn = 0; turn < 300; turn++) await pool.query('select 1')
      await expect(buffer(content)).rejects.toThrow('calendar_day_images')
    })
  })

  test('cuts off that reply, is logged, and the server handles the next call', async () => {
    const lines: string[] = []
    const logger = { level: 'warn', stream: { write: (line: string) => void lines.push(line) } }
    const server = await buildApp({ db, keys, clock, config, logger })
    try {
      const origin = await server.listen({ port: 0 })
      const exported = async () => {
        const headers = { authorization: `Bearer ${ann.token}` }
        return (await fetch(`${origin}/api/user/export`, { method: 'POST', headers })).arrayBuffer()
      }
      await withoutHistory(async () => {
        for (let turn = 0; turn < 2; turn++) await expect(exported()).rejects.toThrow()
        expect((await fetch(`${origin}/api/health`)).status).toBe(200)
      })
      expect(lines.filter((line) => line.includes('calendar_day_images'))).toHaveLength(2)
      expect(Object.keys(unzipSync(new Uint8Array(await exported())))).toHaveLength(16)
    } finally {
      await server.close()
    }
  })
})

describe('refused', () => {
  test('without recent re-authentication', async () => {
    setClock('2026-11-18T14:05:01Z')
    const reply = await download(ann.token)
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'proof_needed'])
    expect(reply.headers['content-type']).toContain('application/json')
    expect(reply.headers['content-disposition']).toBeUndefined()
  })

  test('to a stranger', async () => {
    expect((await call('POST', '/api/user/export')).status).toBe(401)
  })

  test('the fourth time in a minute', async () => {
    for (let turn = 0; turn < 3; turn++) expect((await download(ann.token)).statusCode).toBe(200)
    expect((await download(ann.token)).statusCode).toBe(429)
  })
})
