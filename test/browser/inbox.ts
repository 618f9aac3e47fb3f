/** Reads the mail server stand-in's inbox. */
import type { APIRequestContext } from '@playwright/test'
import { mailPort } from './mail.ts'
import { expect } from './test.ts'

export const INBOX = `http://127.0.0.1:${mailPort(process.env.BROWSER_TEST_PORT ?? 4173)}`

/** Waits for an email to this address and returns the link in it that contains `#name=`. */
export const linkTo = async (email: string, name: string): Promise<string> => {
  const look = async () => {
    const mails: { text: string }[] = await (await fetch(`${INBOX}/mails.json?to=${encodeURIComponent(email)}`)).json()
    return new RegExp(`http\\S+#${name}=\\S+`).exec(mails.map(({ text }) => text).join('\n'))?.[0] ?? ''
  }
  await expect.poll(look).not.toBe('')
  return look()
}

/** Confirms the email address with the link in the welcome email. Teachers must do this before they can accept an invite. */
export const confirmAddress = async (request: APIRequestContext, email: string): Promise<void> => {
  const [, token] = (await linkTo(email, 'confirm')).split('#confirm=')
  const reply = await request.post('/api/mail/confirm', { data: { token } })
  expect(reply.ok()).toBe(true)
}
