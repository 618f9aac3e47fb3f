/** Tests behavior that occurs weeks later, on a server that restarts with its clock moved ahead (`CLOCK_AHEAD_DAYS`). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { fillDataDir } from '../migrated.ts'
import { type RunningServer, startServer } from '../server.ts'
import { startStripe } from '../world/stripe/start.ts'
import { expect, test } from './test.ts'

const PASSWORD = 'blue-kite-4'

const registered = async (server: RunningServer, name: string, ref?: string): Promise<string> => {
  const person = { email: `${name}@school.example`, password: PASSWORD, ...(ref && { ref }) }
  const { token } = (await server.call('POST', '/api/auth/register', { body: person })).body as { token: string }
  await server.call('PATCH', '/api/user', { token, body: { showTutorial: false } })
  return token
}

const signIn = async (page: Page, name: string): Promise<void> => {
  await page.goto('/auth')
  await page.getByLabel('Email').fill(`${name}@school.example`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard/)
}

test("three weeks later one teacher's trial has ended, and another who referred a friend pays nothing for the next month", {
  tag: '@full',
}, async ({ browser, problems }) => {
  // This test starts a server twice while the shared one is running, which is slow on a busy machine.
  test.setTimeout(300_000)
  const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-clock-'))
  const DATA_DIR = path.join(folder, 'data')
  await fillDataDir(DATA_DIR)
  const standIn = await startStripe()
  const serve = async (env: Record<string, string>): Promise<RunningServer> => {
    const server = await startServer({ DATA_DIR, ...standIn.settings, ...env })
    standIn.webhooks.url = `${server.origin}/api/billing/webhook`
    return server
  }
  let server = await serve({})
  try {
    const pay = async (token: string) => {
      const body = { planType: 'monthly', priceId: standIn.prices.monthly }
      const { url } = (await server.call('POST', '/api/create-checkout-session', { token, body })).body as { url: string }
      await standIn.pay(url)
      await standIn.webhooks.settled()
    }
    await registered(server, 'theo')
    const maya = await registered(server, 'maya')
    await pay(maya)
    const { referralCode } = (await server.call('GET', '/api/referral/info', { token: maya })).body as { referralCode: string }
    await pay(await registered(server, 'friend', referralCode))
    const { referralCredits } = (await server.call('GET', '/api/referral/info', { token: maya })).body as { referralCredits: number }
    expect(referralCredits).toBe(1)
    await server.end('SIGTERM')

    server = await serve({ CLOCK_AHEAD_DAYS: '25' })
    const open = async (name: string) => {
      const context = await browser.newContext({ baseURL: server.origin, locale: 'en-US' })
      problems.watch(context)
      const page = await context.newPage()
      await signIn(page, name)
      return { context, page }
    }
    const theo = await open('theo')
    const gate = theo.page.getByRole('dialog', { name: /Subscription Required/ })
    await expect(gate.getByText('Trial Expired', { exact: true })).toBeVisible()
    await expect(gate.getByRole('link', { name: 'Continue with yearly, $60' })).toBeVisible()
    await theo.context.close()

    const { context, page } = await open('maya')
    await page.getByRole('button', { name: /^Account:/ }).click()
    await page.getByRole('menuitem', { name: 'Account Management' }).click()
    const dialog = page.getByRole('dialog', { name: 'Account Management' })
    await dialog.getByRole('tab', { name: 'Billing' }).click()
    const opened = context.waitForEvent('page')
    await dialog.getByRole('button', { name: 'Manage Subscription' }).click()
    const portal = await opened
    await expect(portal.getByRole('button', { name: 'Let the period be over now' })).toBeVisible()
    const isCredited = async () => {
      await portal.reload()
      return portal.getByText('$8.00 of credit').isVisible()
    }
    await expect.poll(isCredited, { timeout: 60_000 }).toBe(true)
    await portal.getByRole('button', { name: 'Let the period be over now' }).click()
    const latest = portal.getByRole('table').getByRole('row').nth(1)
    await expect(latest).toContainText('$0.00')
    await latest.getByRole('link').click()
    await expect(portal.getByText('Credit used')).toBeVisible()
    await standIn.webhooks.settled()
    await context.close()
  } finally {
    await server.end('SIGKILL')
    await standIn.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
