import { beforeEach, describe, expect, test, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aBlock, aDay } from '#server/features/calendar/samples.ts'
import { makeMailQueue } from '#server/features/mail/actions.ts'
import { sendMailWith } from '#server/features/mail/jobs.ts'
import { aMailServer } from '#server/features/mail/samples.ts'
import { aMember, aSchoolWith } from '#server/features/schools/samples.ts'
import { aSubLink } from '#server/features/sub-links/samples.ts'
import { LETTERS } from '#server/letters.ts'
import { clock, config, db, doJob, keys, pool, setClock } from '#test/app.ts'
import { textsOf } from '#test/golden-pages.ts'

// Compiling the thread takes seconds on a busy machine.
vi.mock('#server/lib/pdf/plan-pdf.ts', async (original) => {
  const real = await original<typeof import('#server/lib/pdf/plan-pdf.ts')>()
  return { ...real, makePdfThread: () => real.makePdfThread({ mostMs: 60_000 }) }
})

const DATE = '2026-11-20'
const OFFICE = 'office@lincoln.example'
const server = aMailServer()
const services = { mail: server.mail }
const app = await buildApp({ db, keys, clock, logger: false, config, services })

const call = async (method: 'POST' | 'PATCH' | 'DELETE', url: string, token: string, body?: object) => {
  const reply = await app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(body && { payload: body }) })
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers }
}
const send = (token: string, id: string) => call('POST', `/api/sub-links/${id}/send`, token)
const linkOf = ({ userId }: { userId: string }) => aSubLink(db, keys, { madeBy: userId, now: clock(), dates: [DATE] })
const sendAll = async (): Promise<void> => {
  const { rows } = await pool.query(`delete from jobs where name = 'send-mail' returning payload`)
  for (const { payload } of rows)
    await doJob(sendMailWith(LETTERS), clock(), { services, mailQueue: makeMailQueue(services, keys), payload })
}
const typeOffice = (token: string, officeEmail: string) => call('PATCH', '/api/user', token, { classroom: { officeEmail } })
/** Sets a school's office, as if a person there had confirmed it. */
const confirmedOffice = (id: string) =>
  pool.query('update schools set office_email = $2, office_confirmed_at = $3 where id = $1', [id, OFFICE, clock()])

let maya: Awaited<ReturnType<typeof aTeacher>>
beforeEach(async () => {
  server.sent.length = 0
  maya = await aTeacher(db, { displayName: 'Maya Rivera', now: clock() })
  await aDay(db, { owner: maya.userId, date: DATE, now: clock(), blocks: [aBlock({ title: 'Fractions' })] })
})

describe('a teacher who is out', () => {
  test('mails the link to the office that they typed, without any name in the subject', async () => {
    await typeOffice(maya.token, OFFICE)
    const { id, token } = await linkOf(maya)
    const { status, body } = await send(maya.token, id)
    expect([status, body.sentAt]).toEqual([200, clock().toISOString()])
    await sendAll()
    const [mail] = server.sent
    expect([mail?.to.address, mail?.subject]).toEqual([OFFICE, 'Substitute plan for Friday, November 20'])
    expect(mail?.text).toContain('Maya Rivera is out')
    expect(mail?.text).toContain(`https://plan.school.example/s/${token}\n`)
    expect(mail?.text).toMatch(/The link works until Friday, November 20 at 11:59 PM\./)
    // A stranger can stop such mail.
    expect(mail?.unsubscribe).toContain('/api/mail/unsubscribe?token=')
  })

  test('attaches the plan as a PDF with the link’s code, without links to files if the link has none', async () => {
    const description = '<p>Use <a href="https://docs.example/sheet">this sheet</a></p>'
    await aDay(db, { owner: maya.userId, date: DATE, now: clock(), blocks: [aBlock({ title: 'Decimals', description })] })
    await typeOffice(maya.token, OFFICE)
    const { id, token } = await linkOf(maya)
    const bare = await aSubLink(db, keys, { madeBy: maya.userId, now: clock(), dates: [DATE], include: { files: false } })
    for (const link of [id, bare.id]) await send(maya.token, link)
    await sendAll()
    const files = server.sent.map(({ attachments = [] }) => attachments[0])
    expect(files.map((file) => file?.name)).toEqual([`substitute-plan-${DATE}.pdf`, `substitute-plan-${DATE}.pdf`])
    const [whole, without] = await Promise.all(files.map(async (file) => (await textsOf(file?.bytes ?? new Uint8Array())).join(' ')))
    expect(whole).toMatch(/Maya Rivera.*Decimals.*this sheet \(https:\/\/docs\.example\/sheet\)/)
    expect(whole).toContain(`/s/${token}`)
    expect(without).toMatch(/this sheet(?! \()/)
  })

  test('whose school has a confirmed office mails it there, with their name and the date in the subject', async () => {
    const school = await aSchoolWith(db, { name: 'Lincoln', now: clock() })
    const ann = await aMember(db, school, { displayName: 'Ann Lee', now: clock() })
    await typeOffice(ann.token, 'typed@elsewhere.example')
    await confirmedOffice(school.id)
    const { id, token } = await linkOf(ann)
    await send(ann.token, id)
    await sendAll()
    const [mail] = server.sent
    expect([mail?.to.address, mail?.subject]).toEqual([OFFICE, 'Substitute plan: Ann Lee, Friday, November 20'])
    expect([mail?.unsubscribe, mail?.subject.includes(token), mail?.id.includes(token)]).toEqual([undefined, false, false])
  })

  test('learns that an office, a mail server or a sign-up is missing', async () => {
    const { id } = await linkOf(maya)
    expect(await send(maya.token, id)).toMatchObject({ status: 422, body: { message: 'Enter the office’s email first.' } })
    const { token } = (await app.inject({ method: 'POST', url: '/api/auth/guest', payload: { timezone: 'UTC' } })).json()
    expect((await send(token, id)).status).toBe(403)
    expect((await pool.query('select sent_at from sub_links')).rows).toEqual([{ sent_at: null }])
  })
})

describe('an office that a teacher typed may be a stranger', () => {
  test('so a teacher who hasn’t confirmed their own email can’t mail it', async () => {
    const ben = await aTeacher(db, { isConfirmed: false, now: clock() })
    await typeOffice(ben.token, OFFICE)
    const { id } = await linkOf(ben)
    expect(await send(ben.token, id)).toMatchObject({ status: 403, body: { code: 'address_unconfirmed' } })
    const school = await aSchoolWith(db, { now: clock() })
    await pool.query('update user_roles set school_id = $1, joined_school_at = $2 where user_id = $3', [school.id, clock(), ben.userId])
    await confirmedOffice(school.id)
    expect((await send(ben.token, id)).status).toBe(200)
  })

  test('so one teacher reaches ten different addresses at once, and then waits', async () => {
    const { id } = await linkOf(maya)
    const statuses: number[] = []
    for (let turn = 0; turn < 11; turn++) {
      await typeOffice(maya.token, `office-${turn}@lincoln.example`)
      statuses.push((await send(maya.token, id)).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
    const { headers, body } = await send(maya.token, id)
    expect([headers['retry-after'], body.message]).toEqual([
      '4320',
      'You’ve sent several emails to offices. Try again in 72 minutes, or share the link yourself.',
    ])
  })

  test('who unsubscribed, so Send says that the address takes no mail', async () => {
    await typeOffice(maya.token, OFFICE)
    const { id } = await linkOf(maya)
    await send(maya.token, id)
    await sendAll()
    const [mail] = server.sent
    const { pathname, search } = new URL(mail?.unsubscribe ?? '')
    expect((await app.inject({ method: 'POST', url: pathname + search })).statusCode).toBe(200)
    expect(await send(maya.token, (await linkOf(maya)).id)).toMatchObject({
      status: 422,
      body: { message: 'This address no longer takes our mail. Share the link instead.' },
    })
    expect((await pool.query('select 1 from sub_links where sent_at is null')).rows).toHaveLength(1)
  })
})

test('a plan that grew too large after Send is mailed as a link without a PDF', async () => {
  await typeOffice(maya.token, OFFICE)
  const { id, token } = await linkOf(maya)
  await send(maya.token, id)
  await pool.query('update calendar_days set bytes = $1', [9 * 1024 * 1024])
  await sendAll()
  const [mail] = server.sent
  expect([mail?.attachments, mail?.text.includes(`/s/${token}`)]).toEqual([[], true])
})

describe('a queued plan isn’t mailed', () => {
  test('once its link is off or has ended', async () => {
    await typeOffice(maya.token, OFFICE)
    const [off, ended] = [await linkOf(maya), await linkOf(maya)]
    await send(maya.token, off.id)
    await send(maya.token, ended.id)
    await call('DELETE', `/api/sub-links/${off.id}`, maya.token)
    setClock('2026-11-21T12:00:00Z')
    await sendAll()
    expect(server.sent).toEqual([])
    expect((await pool.query('select outcome from mails')).rows).toEqual([{ outcome: 'moot' }, { outcome: 'moot' }])
  })

  test('to an address that the teacher typed after pressing Send', async () => {
    await typeOffice(maya.token, OFFICE)
    await send(maya.token, (await linkOf(maya)).id)
    await typeOffice(maya.token, 'stranger@elsewhere.example')
    await sendAll()
    expect(server.sent).toEqual([])
  })

  test('and neither the queue nor the record of mail contains the token or the address', async () => {
    await typeOffice(maya.token, OFFICE)
    const { id, token } = await linkOf(maya)
    await send(maya.token, id)
    const stored = JSON.stringify((await pool.query('select payload::text, (select json_agg(m) from mails m) as mails from jobs')).rows)
    expect(stored).toContain(id)
    expect(stored).not.toMatch(new RegExp(`${token}|${OFFICE}`))
  })
})

test('a typed address gets five plans, and then Send says when to try again', async () => {
  await typeOffice(maya.token, OFFICE)
  const replies: Awaited<ReturnType<typeof send>>[] = []
  for (let turn = 0; turn < 6; turn++) replies.push(await send(maya.token, (await linkOf(maya)).id))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
  const [refused] = replies.slice(-1)
  expect(refused?.headers['retry-after']).toBe('8640')
  expect(refused?.body.message).toBe(
    'This office has gotten several emails from Firstbell. Try again in 3 hours, or share the link yourself.',
  )
  // The refused link isn't shown as sent.
  expect((await pool.query('select 1 from sub_links where sent_at is null')).rows).toHaveLength(1)
})
