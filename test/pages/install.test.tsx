/** The card that offers to install the app, under Up Next. */
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { aTeacherWhoKnowsIt, inPage, screen, waitFor } from '../page.tsx'
import { block, openWeek, storeDay } from './week.tsx'

inPage()

const DAY = '2026-11-18'
let ann: Awaited<ReturnType<typeof aTeacherWhoKnowsIt>>
beforeEach(async () => {
  ann = await aTeacherWhoKnowsIt()
  vi.setSystemTime(`${DAY}T08:00:00Z`)
})

const card = () => screen.queryByRole('region', { name: 'Install Firstbell' })

/** Opens the week in a browser that offers to install the app. Returns the function that opens the browser's dialog. */
const openOffered = async () => {
  const user = await openWeek(ann)
  const { followInstallOffers } = await import('#web/lib/device/install-prompt.ts')
  followInstallOffers()
  // Like the browser's own, it refuses to be called without its event.
  const prompt = vi.fn(async function (this: unknown) {
    if (this !== offer) throw new TypeError('Illegal invocation')
    return { outcome: 'accepted' }
  })
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  window.dispatchEvent(offer)
  // The browser shows no bar of its own.
  expect(offer.defaultPrevented).toBe(true)
  await screen.findByRole('region', { name: 'Up next' })
  return { user, prompt }
}

test('a teacher with lessons can install the app, and the card is gone', async () => {
  await storeDay(ann, { blocks: [block('Math')] })
  const { user, prompt } = await openOffered()
  await screen.findByText('From its own window on this computer, with the weeks around today.')
  await user.click(screen.getByRole('button', { name: 'Install' }))
  expect(prompt).toHaveBeenCalledOnce()
  await waitFor(() => expect(card()).toBeNull())
})

test('"Not now" ends the card for good on this device', async () => {
  await storeDay(ann, { blocks: [block('Math')] })
  const { user } = await openOffered()
  await user.click(await screen.findByRole('button', { name: 'Not now' }))
  expect(card()).toBeNull()
  await openOffered()
  expect(card()).toBeNull()
})

test('an empty planner and a shared computer offer nothing', async () => {
  await openOffered()
  await screen.findByText('Nothing planned this week or next.')
  expect(card()).toBeNull()
  await storeDay(ann, { blocks: [block('Math')] })
  sessionStorage.setItem('sharedComputer', String(Date.now()))
  await openOffered()
  await screen.findByText('Math', { selector: 'section[aria-label="Up next"] strong' })
  expect(card()).toBeNull()
})

test.each([
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0)', 'From the shelf of this Chromebook, with the weeks around today.'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 7)', 'From your home screen, with the weeks around today.'],
])('the card names the place on the device: %s', async (userAgent, words) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  await storeDay(ann, { blocks: [block('Math')] })
  await openOffered()
  await screen.findByText(words)
})

test('Safari on an iPad can’t be asked, so the card says how', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15')
  Object.defineProperty(navigator, 'maxTouchPoints', { value: 5, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'maxTouchPoints'))
  await storeDay(ann, { blocks: [block('Math')] })
  await openWeek(ann)
  await screen.findByText('From your home screen, with the weeks around today. Tap Share, then Add to Home Screen.')
  expect(screen.queryByRole('button', { name: 'Install' })).toBeNull()
})
