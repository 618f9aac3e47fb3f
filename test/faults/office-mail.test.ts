/** The built server mails a plan with its PDF, which a thread of its own makes from the built files. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { textsOf } from '../golden-pages.ts'
import { startServer } from '../server.ts'
import { startMail } from '../world/mail/start.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-office-'))
const mail = await startMail()
afterAll(async () => {
  await mail.close()
  rmSync(folder, { recursive: true, force: true })
})

test('the built server mails a plan with its PDF to the office, and no line of its log has the link', async () => {
  const server = await startServer({
    ...mail.settings,
    DATA_DIR: folder,
    PUBLIC_ADDRESS: 'http://127.0.0.1:1',
    LOG_LEVEL: 'trace',
  })
  const make = async (path: string, body?: object, token?: string): Promise<never> => {
    const reply = await server.call('POST', path, { body, ...(token && { token }) })
    expect([path, reply.status]).toEqual([path, expect.toSatisfy((status: number) => status < 300)])
    return reply.body
  }
  const person = { email: 'maya@school.example', password: 'first-bell', displayName: 'Maya Rivera', timezone: 'America/New_York' }
  const { token } = await make('/api/auth/register', person)
  const welcome = () => /#confirm=(\S+)/.exec(mail.mails.find(({ to }) => to.includes(person.email))?.text ?? '')?.[1]
  for (let turn = 0; turn < 300 && !welcome(); turn++) await pause(100)
  await make('/api/mail/confirm', { token: welcome() })
  await server.call('PATCH', '/api/user', { token, body: { classroom: { officeEmail: 'office@lincoln.example' } } })
  const date = addDays(new Date().toISOString().slice(0, 10), 1)
  await make('/api/calendar', { date, blocks: [{ id: 'math', title: 'Fractions', startTime: '09:00', endTime: '09:45' }] }, token)
  const { id, url } = (await make('/api/sub-links', { dates: [date] }, token)) as { id: string; url: string }
  await make(`/api/sub-links/${id}/send`, undefined, token)
  const sent = () => mail.mails.find(({ to }) => to.includes('office@lincoln.example'))
  for (let turn = 0; turn < 300 && !sent(); turn++) await pause(100)
  const [file] = sent()?.attachments ?? []
  expect(file?.name).toBe(`substitute-plan-${date}.pdf`)
  expect((await textsOf(Buffer.from(file?.base64 ?? '', 'base64'))).join(' ')).toMatch(/Maya Rivera.*Fractions/)
  expect(sent()?.text).toContain(url)
  const token22 = url.split('/').at(-1) ?? ''
  expect([token22.length, server.printed().includes(token22), JSON.stringify(sent()?.headers).includes(token22)]).toEqual([
    22,
    false,
    false,
  ])
  await server.end('SIGTERM')
}, 90_000)
