import { readFileSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { askForProof, block, openWeek, signUp, storeDay, type Teacher } from './planner-teacher.ts'
import { expect, expectAccessible, expectToast, test } from './test.ts'

let teacher: Teacher
test.beforeEach(async ({ context }) => {
  teacher = await signUp(context)
})

const openAccount = async (page: Page) => {
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Account Management' }).click()
  const dialog = page.getByRole('dialog', { name: 'Account Management' })
  await expect(dialog).toBeVisible()
  return dialog
}
/** Returns a single-color PNG, encoded by the browser. */
const pictureOf = (page: Page, width: number, height: number): Promise<Buffer> =>
  page
    .evaluate(
      ([width, height]) => {
        const canvas = Object.assign(document.createElement('canvas'), { width, height })
        canvas.getContext('2d')?.fillRect(0, 0, width ?? 0, height ?? 0)
        return canvas.toDataURL('image/png').split(',')[1] ?? ''
      },
      [width, height],
    )
    .then((data) => Buffer.from(data, 'base64'))

test('a teacher sets a picture and a name, and both are on the chip and on the server', { tag: '@full' }, async ({ page }) => {
  await openWeek(page)
  const dialog = await openAccount(page)
  const file = dialog.getByLabel('Picture file')
  await file.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') })
  await expect(dialog.getByRole('alert')).toHaveText('Please choose an image file (JPG, PNG, etc.).')
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(5.1 * 1024 * 1024) })
  await expect(dialog.getByRole('alert')).toHaveText('Please choose an image smaller than 5MB.')
  await file.setInputFiles({ name: 'wide.png', mimeType: 'image/png', buffer: await pictureOf(page, 16_000, 4000) })
  await expect(dialog.getByRole('alert')).toHaveText('Please choose a picture under 60 megapixels.')
  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await pictureOf(page, 400, 320) })
  await expect(dialog.getByRole('img', { name: 'Your profile' })).toBeVisible()

  await dialog.getByLabel('Display name').fill('  ')
  await dialog.getByRole('button', { name: 'Save profile' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please enter a display name.')
  await dialog.getByLabel('Display name').fill(' Maya Rivera ')
  await dialog.getByRole('tab', { name: 'Security' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByRole('tab', { name: 'Profile' }).click()
  await dialog.getByRole('button', { name: 'Save profile' }).click()
  await expectToast(page, 'Profile updated')
  await expect(dialog.getByRole('region', { name: 'Email' }).getByRole('textbox')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Account: Maya Rivera' }).locator('img')).toBeVisible()
  const reply = await page.request.get('/api/user', { headers: { authorization: `Bearer ${teacher.token}` } })
  const { displayName, profileImage } = await reply.json()
  expect(displayName).toBe('Maya Rivera')
  expect(profileImage).toMatch(/^data:image\/jpeg;base64,/)
  const size = await page.evaluate(async (address) => {
    const image = Object.assign(new Image(), { src: address })
    await image.decode()
    return [image.naturalWidth, image.naturalHeight]
  }, profileImage)
  expect(size).toEqual([300, 300])
})

test('a teacher changes the password, signs out a lost device, and deletes the account', async ({ page, problems }) => {
  const headers = { authorization: `Bearer ${teacher.token}` }
  const { email } = await (await page.request.get('/api/user', { headers })).json()
  const signIn = (password: string) =>
    page.request.post('/api/auth/login', {
      data: { email, password },
      headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/142.0.0.0' },
    })
  const lost = (await (await signIn('correct horse')).json()).token
  await openWeek(page)
  const dialog = await openAccount(page)
  await expectAccessible(page)
  await dialog.getByRole('tab', { name: 'Security' }).click()
  await dialog.getByRole('button', { name: 'Sign out Chrome on Windows' }).click()
  await expect(dialog.getByRole('region', { name: 'Signed-in devices' }).getByRole('listitem')).toHaveCount(1)
  expect((await page.request.get('/api/user', { headers: { authorization: `Bearer ${lost}` } })).status()).toBe(401)
  await expectAccessible(page)

  const change = async (current: string, next: string, again = next) => {
    const opener = dialog.getByRole('button', { name: 'Change password…' })
    if (await opener.isVisible()) await opener.click()
    await dialog.getByLabel('Current password').fill(current)
    await dialog.getByLabel('New password', { exact: true }).fill(next)
    await dialog.getByLabel('Confirm new password').fill(again)
    await dialog.getByRole('button', { name: 'Change password' }).click()
  }
  for (const [current, next, again, words] of [
    ['', 'second bell', 'second bell', 'Please fill in all password fields.'],
    ['correct horse', 'second bell', 'third bell', 'Please make sure your new passwords match.'],
    ['correct horse', '12345', '12345', 'Password must be at least 6 characters long.'],
  ] as const) {
    await change(current, next, again)
    await expect(dialog.getByRole('alert')).toHaveText(words)
  }
  problems.expect(/status of 422/)
  await change('wrong', 'second bell')
  await expectToast(page, 'Failed to Change Password')
  await change('correct horse', 'second bell')
  await expectToast(page, 'Password changed')

  await dialog.getByRole('tab', { name: 'Your Data' }).click()
  const opener = dialog.getByRole('button', { name: 'Delete my account' })
  await opener.click()
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE')
  await dialog.getByRole('button', { name: 'Keep my account' }).click()
  await expect(opener).toBeFocused()
  await opener.press('Enter')
  await expect(dialog.getByLabel('Type DELETE to confirm'), 'what was typed is gone').toHaveValue('')
  await expect(dialog.getByRole('button', { name: 'Delete permanently' })).toBeDisabled()
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => document.documentElement.classList.add('dark'))
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page).toHaveURL(/\/auth$/)
  expect((await signIn('second bell')).status()).toBe(401)
})

test('a teacher downloads all data in one file and reads it without Firstbell', { tag: '@full' }, async ({ page, problems }, testInfo) => {
  await storeDay(page, teacher, { blocks: [block('Fractions')], hasNote: true, noteText: 'Picture day' })
  await openWeek(page)
  const dialog = await openAccount(page)
  await dialog.getByRole('tab', { name: 'Your Data' }).click()
  await dialog.getByRole('button', { name: 'Export my data' }).click()
  await expectAccessible(page)
  problems.expect(/status of 4(?:03|22)/)
  await askForProof(page, '**/api/user/export')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(question.getByLabel('Your password')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('guess')
  await page.keyboard.press('Enter')
  await expect(question.getByRole('alert')).toHaveText('Your current password is incorrect.')
  await question.getByLabel('Your password').fill('correct horse')
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(file.suggestedFilename()).toMatch(/^firstbell-\d{4}-\d\d-\d\d\.zip$/)
  await expect(dialog.getByRole('button', { name: 'Export my data' })).toBeVisible()

  const files = Object.entries(unzipSync(readFileSync(await file.path())))
  const [, planner] = files.find(([name]) => name.endsWith('/planner.html')) ?? []
  const kept = testInfo.outputPath('planner.html')
  writeFileSync(kept, planner ?? '')
  await page.goto(`file://${kept}`)
  await expect(page.getByRole('heading', { name: 'My planner' })).toBeVisible()
  await page.getByRole('link', { name: 'November 2026' }).click()
  await expect(page.getByRole('heading', { name: 'Wednesday, November 18, 2026' })).toBeInViewport()
  await expect(page.getByText('Picture day')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Fractions' })).toBeVisible()
  await expect(page.locator('.box').first()).toHaveCSS('border-top-style', 'solid')
  await expectAccessible(page)
})
