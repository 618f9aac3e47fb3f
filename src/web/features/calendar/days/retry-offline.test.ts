import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RefusedCall } from '#web/lib/net/api.ts'
import { saveStatus } from '#web/lib/net/save-status.ts'
import { forgetSession, storeSession } from '#web/lib/stored-session.ts'
import { lastToast } from '#web/ui/toasts/toast-store.ts'
import { retryNow, retryUntilReached } from './retry-offline.ts'

const noAnswer = new RefusedCall({ status: 0, code: 'offline', message: 'No answer' })
const noDatabase = new RefusedCall({ status: 503, code: 'unavailable', message: 'Later' })
const inMaintenance = new RefusedCall({ status: 503, code: 'in_maintenance', message: 'We move to a larger machine.' })
const refused = new RefusedCall({ status: 422, code: 'refused_by_rule', message: 'No' })

let browser: EventTarget
beforeEach(() => {
  browser = new EventTarget()
  vi.stubGlobal('window', browser)
  vi.stubGlobal('navigator', { onLine: false })
  vi.useFakeTimers()
  storeSession({ token: 'a', userId: 'maya' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const soon = () => vi.advanceTimersByTimeAsync(0)

test.each([
  ['the browser is back online', () => browser.dispatchEvent(new Event('online'))],
  ['the teacher clicks Retry', retryNow],
  ['15 seconds have passed', () => vi.advanceTimersByTime(15_000)],
])('a save without a reply is resent when %s', async (_, comeBack) => {
  const call = vi.fn().mockRejectedValueOnce(noAnswer).mockRejectedValueOnce(noDatabase).mockResolvedValue('saved')
  const saved = retryUntilReached(call)
  await soon()
  expect(call).toHaveBeenCalledTimes(1)
  expect(saveStatus()).toMatchObject({ unreached: 1, waiting: 1 })
  expect(lastToast.get()?.message.title).toBe('You’re offline')
  comeBack()
  await soon()
  expect(call).toHaveBeenCalledTimes(2)
  comeBack()
  expect(await saved).toBe('saved')
  expect(saveStatus()).toMatchObject({ unreached: 0, waiting: 0 })
})

test("a save during maintenance is kept with the admin's message, and resent until maintenance ends", async () => {
  const call = vi.fn().mockRejectedValueOnce(inMaintenance).mockRejectedValueOnce(inMaintenance).mockResolvedValue('saved')
  const saved = retryUntilReached(call)
  await soon()
  expect(lastToast.get()?.message.title).toBe('We move to a larger machine.')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await saved).toBe('saved')
  expect(saveStatus()).toMatchObject({ unreached: 0, waiting: 0 })
})

test('a refusal ends the retries, whether it comes immediately or later', async () => {
  await expect(retryUntilReached(vi.fn().mockRejectedValue(refused))).rejects.toBe(refused)
  const later = retryUntilReached(vi.fn().mockRejectedValueOnce(noAnswer).mockRejectedValue(refused))
  const seen = expect(later).rejects.toBe(refused)
  await soon()
  retryNow()
  await seen
  expect(saveStatus()).toMatchObject({ unreached: 0, waiting: 0 })
})

test.each([
  ['another user has signed in', () => storeSession({ token: 'b', userId: 'theo' })],
  ['the user has signed out', forgetSession],
])('a save is not sent once %s', async (_, change) => {
  const call = vi.fn().mockRejectedValue(noAnswer)
  const given = expect(retryUntilReached(call)).rejects.toBe(noAnswer)
  await soon()
  change()
  retryNow()
  await given
  expect(call).toHaveBeenCalledTimes(1)
})
