import { beforeEach, describe, expect, test, vi } from 'vitest'
import { browser, idle, lockName, onAPage, otherTab, wait } from '#test/outbox-page.ts'
import { clearStores } from '#web/lib/store.ts'
import { storeSession } from '#web/lib/stored-session.ts'
import { canShare, listenToTabs, type Message, tellTabs, whileSending } from './tabs.ts'

onAPage()

const hears: Message[] = []
const listen = () => listenToTabs((message) => void hears.push(message))
const signIn = (userId: string) => storeSession({ token: `token-${userId}`, userId })
const withoutLocks = () => vi.stubGlobal('navigator', {})
beforeEach(() => void hears.splice(0))

/** A job that runs until it is ended. */
const aJob = () => {
  let end: () => void = () => undefined
  const job = vi.fn(() => new Promise<string>((resolve) => (end = () => resolve('done'))))
  const work = whileSending(job)
  return { job, work, end: () => end() }
}

describe('tabs', () => {
  test('can work together in a browser with locks and channels', () => {
    expect(canShare()).toBe(true)
    withoutLocks()
    expect(canShare()).toBe(false)
  })

  test('can’t without channels', () => {
    Reflect.deleteProperty(globalThis, 'BroadcastChannel')
    expect(canShare()).toBe(false)
    listen()
    tellTabs({ is: 'stored' })
    expect(hears).toEqual([])
  })

  test('of a person hear each other, and no other person’s', async () => {
    const [other, ofBen] = [otherTab(), otherTab('ben')]
    listen()
    other.say({ is: 'stored' })
    ofBen.say({ is: 'retry' })
    tellTabs({ is: 'opened' })
    await idle()
    expect(hears).toEqual([{ is: 'stored' }])
    expect(other.heard).toEqual([{ is: 'opened' }])
    expect(ofBen.heard).toEqual([])
  })

  test('hear each message once, however often the outbox opens', async () => {
    const other = otherTab()
    listen()
    listen()
    other.say({ is: 'stored' })
    await idle()
    expect(hears).toEqual([{ is: 'stored' }])
  })

  test('don’t hear others without a person, or without locks', async () => {
    storeSession({ token: '', userId: '' })
    const nobody = otherTab('null')
    listen()
    tellTabs({ is: 'stored' })
    signIn('ann')
    withoutLocks()
    const other = otherTab()
    listen()
    tellTabs({ is: 'stored' })
    await idle()
    expect([nobody.heard, other.heard]).toEqual([[], []])
  })

  test.each([
    ['its session ended', clearStores],
    ['another person signed in', () => signIn('ben')],
  ])('don’t reach a page on which %s', async (_, act) => {
    const other = otherTab()
    listen()
    act()
    other.say({ is: 'stored' })
    tellTabs({ is: 'opened' })
    await idle()
    expect([hears, other.heard]).toEqual([[], []])
  })
})

describe('a page that has something to send', () => {
  test('waits until the tab that sends is done', async () => {
    const other = otherTab()
    other.takeLock()
    const { job, end } = aJob()
    await idle()
    expect(job).not.toHaveBeenCalled()
    other.letGo()
    await idle()
    expect(job).toHaveBeenCalledTimes(1)
    end()
  })

  test('keeps the lock until all its jobs are done, which run at the same time', async () => {
    const other = otherTab()
    const [first, second] = [aJob(), aJob()]
    await idle()
    expect(second.job).toHaveBeenCalledTimes(1)
    const taken = vi.fn()
    void browser.locks.requestAs('other', lockName(), taken)
    first.end()
    expect(await first.work).toBe('done')
    await idle()
    expect(taken).not.toHaveBeenCalled()
    second.end()
    await idle()
    expect(taken).toHaveBeenCalledTimes(1)
    // The next one takes the lock again.
    other.takeLock()
    const third = aJob()
    await idle()
    expect(third.job).not.toHaveBeenCalled()
    other.letGo()
    await idle()
    expect(third.job).toHaveBeenCalledTimes(1)
    third.end()
  })

  test('lets the lock go if a job fails', async () => {
    await expect(whileSending(() => Promise.reject(new Error('No')))).rejects.toThrow('No')
    const taken = vi.fn()
    void browser.locks.requestAs('other', lockName(), taken)
    await idle()
    expect(taken).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['no locks', withoutLocks],
    ['no person', () => storeSession({ token: '', userId: '' })],
  ])('sends at once with %s', async (_, act) => {
    otherTab().takeLock()
    otherTab('null').takeLock()
    act()
    const { job, end } = aJob()
    await idle()
    expect(job).toHaveBeenCalledTimes(1)
    end()
  })

  test('sends, if the browser refuses the lock, and asks for it once', async () => {
    const request = vi.fn().mockRejectedValue(new DOMException('The page is closing', 'InvalidStateError'))
    vi.stubGlobal('navigator', { locks: { request } })
    const other = otherTab()
    listen()
    const { job, end } = aJob()
    await wait(20_000)
    expect(job).toHaveBeenCalledTimes(1)
    expect(request).toHaveBeenCalledTimes(1)
    expect(other.heard).toEqual([])
    end()
  })

  test('of the next person isn’t held up by what the page still sends for the person before', async () => {
    const before = aJob()
    await idle()
    clearStores()
    signIn('ben')
    const first = aJob()
    before.end()
    await idle()
    const second = aJob()
    await idle()
    expect(first.job).toHaveBeenCalledTimes(1)
    expect(second.job).toHaveBeenCalledTimes(1)
    first.end()
    second.end()
  })
})

describe('a tab that holds the lock', () => {
  test('says that it is awake, if another one asks', async () => {
    const other = otherTab()
    listen()
    other.say({ is: 'awake?' })
    await idle()
    const { end } = aJob()
    await idle()
    expect(other.heard).toEqual([])
    other.say({ is: 'awake?' })
    await idle()
    expect(other.heard).toEqual([{ is: 'awake' }])
    expect(hears).toEqual([])
    end()
    await idle()
    other.say({ is: 'awake?' })
    await idle()
    expect(other.heard).toHaveLength(1)
  })

  test('loses it if it doesn’t respond, because the phone has frozen it', async () => {
    const other = otherTab()
    other.takeLock()
    listen()
    const { job, end } = aJob()
    await wait(7900)
    expect(other.heard).toEqual([])
    // This page waits, too, so it isn't the one that is asked.
    other.say({ is: 'awake?' })
    await wait(100)
    expect(other.heard).toEqual([{ is: 'awake?' }])
    await wait(2900)
    expect(job).not.toHaveBeenCalled()
    await wait(100)
    expect(job).toHaveBeenCalledTimes(1)
    await wait(30_000)
    expect(other.heard).toHaveLength(1)
    end()
  })

  test('keeps it while it responds, and is asked again', async () => {
    const other = otherTab()
    other.takeLock()
    listen()
    const { job, end } = aJob()
    for (const asked of [1, 2]) {
      await wait(8000)
      expect(other.heard).toHaveLength(asked)
      other.say({ is: 'awake' })
      await wait(3000)
      expect(job).not.toHaveBeenCalled()
    }
    await wait(8000)
    expect(other.heard).toHaveLength(3)
    await wait(3000)
    expect(job).toHaveBeenCalledTimes(1)
    expect(hears).toEqual([])
    end()
  })

  test('isn’t robbed of it if it lets it go just after it was asked', async () => {
    const other = otherTab()
    other.takeLock()
    listen()
    const { job, end } = aJob()
    await wait(8000)
    other.letGo()
    await wait(100)
    const request = vi.spyOn(browser.locks, 'requestAs')
    await wait(20_000)
    expect(request).not.toHaveBeenCalled()
    expect(job).toHaveBeenCalledTimes(1)
    expect(other.heard).toHaveLength(1)
    end()
  })
})
