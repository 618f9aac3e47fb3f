/** Mails as many plans to one office as a school has teachers. The PDFs are made in a thread of their own, and aren't timed here. */
import { expect, test, vi } from 'vitest'
import { aSchool } from '#server/features/accounts/samples.ts'
import { makeMailQueue } from '#server/features/mail/actions.ts'
import { sendMailWith } from '#server/features/mail/jobs.ts'
import { aMailServer } from '#server/features/mail/samples.ts'
import { aSchoolWith } from '#server/features/schools/samples.ts'
import { aSubLink } from '#server/features/sub-links/samples.ts'
import { LETTERS } from '#server/letters.ts'
import { aboutMailTo } from '#server/lib/mail/addressed.ts'
import { clock, db, doJob, keys, pool } from '#test/app.ts'
import { isFullSize } from '#test/size.ts'
import { sendLink } from './actions.ts'

vi.mock('#server/lib/pdf/plan-pdf.ts', async (original) => ({
  ...(await original<typeof import('#server/lib/pdf/plan-pdf.ts')>()),
  makePdfThread: () => async () => new Uint8Array(1000),
}))

const DATE = '2026-11-20'
const OFFICE = 'office@lincoln.example'
const server = aMailServer()
const services = { mail: server.mail }

/** A typed office stops after five mails, so fewer teachers prove in the fast suite that a confirmed one doesn't. */
const TEACHERS = isFullSize ? 300 : 40

test(`when ${TEACHERS} teachers of one school send their plans in the same minute, all reach its confirmed office`, async () => {
  const school = await aSchoolWith(db, { now: clock() })
  await pool.query('update schools set office_email = $2, office_confirmed_at = $3 where id = $1', [school.id, OFFICE, clock()])
  const { people } = await aSchool(db, { teachers: TEACHERS, now: clock() })
  await pool.query('update user_roles set school_id = $1, joined_school_at = $2 where user_id = any($3)', [school.id, clock(), people])
  for (const userId of people) {
    const { id } = await aSubLink(db, keys, { madeBy: userId, now: clock(), dates: [DATE] })
    const actor = { userId, isGuest: false }
    await sendLink(db, { keys, mailQueue: makeMailQueue(services, keys), actor, now: clock() }, id)
  }
  const { rows } = await pool.query(`delete from jobs where name = 'send-mail' returning payload`)
  for (const { payload } of rows) await doJob(sendMailWith(LETTERS), clock(), { services, payload })
  expect(new Set(server.sent.map(({ to }) => to.address))).toEqual(new Set([OFFICE]))
  expect(server.sent).toHaveLength(TEACHERS)
}, 600_000)

test('a plan whose PDF is too large for mail is sent with the link alone', async () => {
  vi.resetModules()
  vi.doMock('#server/lib/pdf/plan-pdf.ts', () => ({ makePdfThread: () => async () => new Uint8Array(8 * 1024 * 1024), PdfFailed: Error }))
  const { planToTypedOffice } = await import('./mails.ts')
  const { people } = await aSchool(db, { teachers: 1, now: clock() })
  const [userId = ''] = people
  await pool.query(`update users set classroom = json_build_object('officeEmail', $2::text) where id = $1`, [userId, OFFICE])
  const { id } = await aSubLink(db, keys, { madeBy: userId, now: clock(), dates: [DATE] })
  const to = { address: 'https://plan.school.example', name: null, timezone: 'UTC' }
  const about = aboutMailTo(keys, id, OFFICE)
  const letter = await planToTypedOffice({ db, keys, now: clock(), queuedAt: clock(), about, to, person: null })
  expect([letter?.attachments, letter?.after?.[0]]).toEqual([[], 'To print the plan, open the link and choose Print.'])
})
