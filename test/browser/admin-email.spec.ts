import { expectAccessibleInBoth } from './both-themes.ts'
import { mailPort } from './mail.ts'
import { signInAsAdministrator } from './platform.ts'
import { expect, expectToast, test } from './test.ts'

const SUBJECT = 'About your subscription'

test('an admin starts a mail from a template, sends a test to themselves, and is asked before it goes out', { tag: '@full' }, async ({
  page,
  context,
  baseURL,
}) => {
  const { email } = await signInAsAdministrator(context, 4)
  await page.goto('/admin?tab=email')
  await expect(page.getByRole('radio', { name: /Trial Users/ })).toBeChecked()
  await page.getByRole('button', { name: 'Subscription Renewal' }).click()
  await expect(page.getByRole('radio', { name: /Subscribers/ })).toBeChecked()
  await page.getByLabel('Subject').fill(SUBJECT)
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText(SUBJECT)
  await expectAccessibleInBoth(page)
  // Choosing a template asks for confirmation before it replaces the draft.
  await page.getByRole('button', { name: 'Trial Expiring' }).click()
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue(SUBJECT)

  await page.getByRole('button', { name: 'Send me a test' }).click()
  await expectToast(page, 'Test sent')
  const inbox = `http://127.0.0.1:${mailPort(new URL(`${baseURL}`).port)}/mails.json?to=${email}`
  const mails = async (): Promise<{ subject: string }[]> => (await context.request.get(inbox)).json()
  expect((await mails()).map(({ subject }) => subject)).toContain(SUBJECT)

  await page.getByRole('radio', { name: /All Users/ }).check()
  await page.getByRole('button', { name: /^Send to [\d,]+ people$/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: /^Send to/ })).toBeVisible()
  await expectAccessibleInBoth(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

test('a mail goes out to many people, and the report shows its progress', async ({ page, context }) => {
  const { token, id } = await signInAsAdministrator(context, 3)
  // Makes the admin a subscriber, so that the email has at least one recipient. The other users on this server belong to other tests.
  const reply = await context.request.patch(`/api/admin/users/${id}/plan`, {
    headers: { authorization: `Bearer ${token}` },
    data: { until: '2199-12-31' },
  })
  expect(reply.ok()).toBe(true)
  await page.goto('/admin?tab=email')
  await page.getByRole('button', { name: 'Subscription Renewal' }).click()
  const subject = `News ${crypto.randomUUID()}`
  await page.getByLabel('Subject').fill(subject)
  await page.getByRole('button', { name: /^Send to/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Send to/ }).click()
  await expectToast(page, 'Sending your email')
  const report = page.getByRole('region', { name: 'Reports' }).getByRole('listitem').filter({ hasText: subject })
  await expect(report).toContainText(/[1-9][\d,]* of [\d,]+ sent/)
  await expect(report).toContainText(/Sent|Sending/)
  await expect(page.getByLabel('Subject')).toHaveValue('')
})
