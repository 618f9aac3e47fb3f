import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MailFailed, type Message } from '#server/lib/integrations/mail.ts'
import { openMail } from '#server/lib/integrations/open-mail.ts'
import { startMail } from './start.ts'

const standIn = await startMail()
const about = { address: 'https://plan.school.example', contactEmail: 'help@school.example', isFree: false }
const mail = openMail({ url: standIn.url, from: { name: 'Firstbell', address: 'hello@school.example' }, about })
beforeEach(() => void standIn.mails.splice(0))
afterEach(() => standIn.heal())
afterAll(() => standIn.close())

const aMail = (change: Partial<Message> = {}): Message => ({
  id: 'mail-0001',
  to: { name: 'Maya Rivera', address: 'maya@school.example' },
  subject: 'Wilkommen, Zoë – “hello”',
  text: 'Hello Zoë.\n.\nA line of a dot.',
  html: '<p>Hello <b>Zoë</b> = all of you</p>',
  ...change,
})
const aFile = (change: object) => ({ name: 'plan.pdf', contentType: 'application/pdf' as const, bytes: new Uint8Array(9), ...change })
const failure = (promise: Promise<void>) =>
  promise.then(
    () => 'taken',
    (error: unknown) => (error instanceof MailFailed ? error.reason : 'not a mail'),
  )

test('a mail arrives as it was written, as text and as HTML, with the given id', async () => {
  await mail.send(aMail({ unsubscribe: 'https://plan.school.example/api/mail/unsubscribe?token=abc' }))
  const [got] = standIn.mails
  expect(got).toMatchObject({ from: 'hello@school.example', to: ['maya@school.example'], subject: aMail().subject })
  expect(got?.html.trimEnd()).toBe(aMail().html)
  expect(got?.text.trimEnd()).toBe(aMail().text)
  expect(got?.headers).toMatchObject({
    from: ['Firstbell <hello@school.example>'],
    to: ['Maya Rivera <maya@school.example>'],
    'message-id': ['<mail-0001@plan.school.example>'],
    'list-unsubscribe': ['<https://plan.school.example/api/mail/unsubscribe?token=abc>'],
    'list-unsubscribe-post': ['List-Unsubscribe=One-Click'],
    'auto-submitted': ['auto-generated'],
  })
  const shown = await Promise.all(
    ['/', '/mails/1', '/mails.json?to=maya@school.example'].map(async (path) => (await fetch(standIn.inbox + path)).text()),
  )
  for (const page of shown) expect(page).toContain('Zo')
})

test('an attached PDF arrives byte by byte, and can be opened from the inbox', async () => {
  const bytes = Uint8Array.from({ length: 5000 }, (_, at) => at % 256)
  await mail.send(aMail({ attachments: [{ name: 'substitute-plan-2026-11-18.pdf', contentType: 'application/pdf', bytes }] }))
  const [got] = standIn.mails
  expect(got?.html.trimEnd()).toBe(aMail().html)
  expect(got?.attachments).toEqual([
    { name: 'substitute-plan-2026-11-18.pdf', type: 'application/pdf', base64: Buffer.from(bytes).toString('base64') },
  ])
  const opened = await fetch(`${standIn.inbox}/mails/1/files/0`)
  expect([opened.headers.get('content-type'), new Uint8Array(await opened.arrayBuffer())]).toEqual(['application/pdf', bytes])
})

describe('user text never becomes a header or another address', () => {
  test.each([
    ['a line end in the subject', { subject: 'Hi\r\nBcc: all@school.example' }],
    ['a line end in the address', { to: { name: '', address: 'maya@school.example\r\nBcc: all@school.example' } }],
    ['two addresses', { to: { name: '', address: 'maya@school.example, all@school.example' } }],
    ['an address in quotes', { to: { name: '', address: '"a@evil.example x"@school.example' } }],
    ['an address in brackets', { to: { name: '', address: 'x <all@school.example>' } }],
    ['a line end in the name', { to: { name: 'Maya\r\nBcc: all@school.example', address: 'maya@school.example' } }],
    ['an address in the name', { to: { name: 'all@school.example', address: 'maya@school.example' } }],
    ['a quote in the name', { to: { name: 'Maya", <all@school.example>, "', address: 'maya@school.example' } }],
    ['a line end in the id', { id: 'mail-0001\r\nBcc: all@school.example' }],
    ['a line end in the way out', { unsubscribe: 'https://plan.school.example/\r\nBcc: all@school.example' }],
    ['a line end in the name of a file', { attachments: [aFile({ name: 'a.pdf\r\nBcc: all@school.example.pdf' })] }],
    ['a file that is too large for mail', { attachments: [aFile({ bytes: new Uint8Array(8 * 1024 * 1024) })] }],
    ['a field that is none of ours', { bcc: 'all@school.example' } as object],
  ])('%s', async (_what, change) => {
    expect(await failure(mail.send(aMail(change)))).toBe('not a mail')
    expect(standIn.mails).toEqual([])
  })

  test('and text that looks like a header stays text', async () => {
    await mail.send(aMail({ text: 'Hello\r\nBcc: all@school.example\r\n\r\n--x', subject: 'Bcc: all@school.example' }))
    expect(standIn.mails).toHaveLength(1)
    expect(standIn.mails[0]).toMatchObject({ to: ['maya@school.example'], subject: 'Bcc: all@school.example' })
    expect(standIn.mails[0]?.headers['bcc']).toBeUndefined()
  })
})

describe('why a mail was not accepted', () => {
  test.each([
    ['bounce', 'unknown'],
    ['busy', 'away'],
    ['relay', 'away'],
    ['spam', 'refused'],
    ['down', 'away'],
  ] as const)('%s: %s', async (kind, reason) => {
    standIn.trouble({ kind })
    const sending = mail.send(aMail())
    expect(await failure(sending)).toBe(reason)
    await sending.catch((error: Error) => expect(error.message).not.toMatch(/@|maya|school/i))
    standIn.heal()
    await mail.send(aMail())
    expect(standIn.mails).toHaveLength(1)
  })

  test('a lost reply fails, and the retried mail has the same id', async () => {
    standIn.trouble({ kind: 'unclear', times: 1 })
    expect(await failure(mail.send(aMail()))).toBe('away')
    await mail.send(aMail())
    expect(new Set(standIn.mails.map(({ headers }) => headers['message-id']?.[0])).size).toBe(1)
    expect(standIn.mails).toHaveLength(2)
  })

  test('the server is unreachable', async () => {
    const nobody = openMail({ url: 'smtp://127.0.0.1:1', from: { name: 'Firstbell', address: 'hello@school.example' }, about })
    expect(await failure(nobody.send(aMail()))).toBe('away')
  })

  test('a remote server without encryption gets nothing', async () => {
    const other = openMail({
      url: standIn.url.replace('127.0.0.1', '0.0.0.0'),
      from: { name: 'Firstbell', address: 'hello@school.example' },
      about,
    })
    expect(await failure(other.send(aMail()))).toBe('away')
    expect(standIn.mails).toEqual([])
  })
})
