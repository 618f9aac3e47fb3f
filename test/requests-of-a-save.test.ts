// @module-tag engine
/** Tests which requests a save triggers in a tab with a live stream, using the web data layer and the real routes. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aDay } from '#server/features/calendar/samples.ts'
import type { Notices } from '#server/lib/db/notices.ts'
import { app, call, clock, config, db, keys } from './app.ts'
import { startListening } from './listening.ts'
import { inBrowser, network, openTab, type Tab } from './tab.ts'

inBrowser()

const [MON, WED, FRI] = ['2026-11-16', '2026-11-18', '2026-11-20']
const MONTHS = ['2026-10-01', '2026-11-01', '2026-12-01', '2027-01-01']
const SAVE = 'POST /api/calendar/days'
const CLOSED = `GET /api/calendar/closures ${WED}–${FRI}`

let notices: Notices
beforeAll(async () => {
  notices = await startListening()
  network.app = await buildApp({ db, keys, clock, logger: false, config, notices })
})
afterAll(async () => {
  await network.app.close()
  await notices.close()
  network.app = app
})

let ann: Awaited<ReturnType<typeof aTeacher>>
let tab: Tab
let stop: () => void = () => undefined
beforeEach(async () => {
  ann = await aTeacher(db, { now: clock(), timezone: 'UTC' })
})
afterEach(() => {
  stop()
  tab.close()
  Object.assign(network, { replyGates: [], streamGate: Promise.resolve() })
})

/** Opens a tab with a live stream that shows the week of November 16 and these months. */
const openAndFollow = async ({ months = [] as string[] } = {}) => {
  tab = await openTab(ann)
  for (const month of months) await tab.showMonth(month)
  stop = await tab.follow()
  await tab.settled()
  network.requests.length = 0
}
const ownersHeard = () => network.heard.flatMap((event) => (event.kind === 'days' ? event.owner : []))
const daysHeard = () => ownersHeard().filter((owner) => owner === ann.userId).length
const hasHeard = (count: number) => vi.waitUntil(() => daysHeard() >= count, { timeout: 30_000, interval: 5 })
/** Returns the recorded requests, with only the dates from each query string. */
const requests = async (): Promise<string[]> => {
  await tab.settled()
  return network.requests.map((request) => {
    const [call = '', query] = request.split('?')
    const { from, to } = Object.fromEntries(new URLSearchParams(query))
    return from === undefined ? call : `${call} ${from}–${to}`
  })
}

const note = (text: string, date = WED) => tab.write({ type: 'mark', date, kind: 'note', text, seen: null })
const dates = (count: number) => Array.from({ length: count }, (_, day) => `2026-11-${16 + day}`)

/** Opens a dialog over the page. Returns a function that closes it. */
const openDialog = () => {
  const root = { inert: true, querySelector: () => null }
  const watching: (() => void)[] = []
  vi.stubGlobal('document', { getElementById: () => root })
  class Observer {
    readonly callback: () => void
    constructor(callback: () => void) {
      this.callback = callback
    }
    observe = () => void watching.push(this.callback)
    disconnect = () => void watching.splice(watching.indexOf(this.callback), 1)
  }
  vi.stubGlobal('MutationObserver', Observer)
  const closeDialog = (): void => {
    root.inert = false
    for (const callback of [...watching]) callback()
  }
  return { closeDialog }
}

describe('a save in this tab', () => {
  test('that is answered before its notice arrives causes one request', async () => {
    await openAndFollow({ months: MONTHS })
    let tell: () => void = () => undefined
    network.streamGate = new Promise<void>((resolve) => {
      tell = resolve
    })
    await note('Trip')
    tell()
    await hasHeard(1)
    expect(await requests()).toEqual([SAVE])
  })

  test('whose notice arrives before its answer causes one request', async () => {
    await openAndFollow({ months: MONTHS })
    network.replyGates.push(() => hasHeard(1))
    await note('Trip')
    expect(await requests()).toEqual([SAVE])
  })

  test('on each day of a fresh week causes five requests', async () => {
    await openAndFollow({ months: MONTHS })
    network.replyGates.push(...[1, 2, 3, 4, 5].map((count) => () => hasHeard(count)))
    for (const date of dates(5)) await note('Trip', date)
    expect(await requests()).toEqual(Array(5).fill(SAVE))
  })

  test('reads closed days again only if it moves one of their plans', async () => {
    const as = async (path: string, body: object) => (await call('POST', path, { token: ann.token, body })).body
    const { id: classId } = await as('/api/classes', { name: 'Math' })
    const math = { title: 'Math', startTime: '09:00', endTime: '09:45', classId }
    const days = [WED, FRI, '2026-11-23'].map((date) => ({
      date,
      blocks: [{ ...math, id: `on_${date}`, description: date === WED ? '<p>Fractions</p>' : '' }],
    }))
    await as('/api/calendar/days', { days })
    await as('/api/calendar/closures', { from: WED, to: WED, blockedText: 'Snow', choices: [{ classId, choice: 'move' }] })
    await openAndFollow()
    await tab.showClosures(WED, FRI)
    await note('Trip', '2026-11-19')
    await note('Trip', FRI)
    await hasHeard(2)
    expect(await requests()).toEqual([CLOSED, SAVE, SAVE])
    const [before] = tab.blocks(FRI)
    if (!before) throw new Error('The plan did not move')
    await tab.write({ type: 'move', from: FRI, to: '2026-11-19', before, after: before })
    await hasHeard(3)
    expect(await requests()).toEqual([CLOSED, SAVE, SAVE, SAVE, CLOSED])
  })

  test('that succeeded but lost its reply is still shown', async () => {
    await openAndFollow()
    const failing = vi.spyOn(network.app, 'inject').mockImplementationOnce((async (request: object) => {
      failing.mockRestore()
      await network.app.inject(request)
      await hasHeard(1)
      return { statusCode: 500, headers: { 'content-type': 'application/json' }, body: '{"code":"broken","message":"broken"}' }
    }) as never)
    await expect(note('Trip')).rejects.toThrow()
    await tab.settled()
    expect(tab.day(WED).entry?.noteText).toBe('Trip')
  })
})

describe('a save elsewhere', () => {
  const saveElsewhere = async (date: string) => {
    const before = daysHeard()
    const body = { date, hasNote: true, noteText: 'From the other tab' }
    expect((await call('POST', '/api/calendar', { token: ann.token, body })).status).toBe(201)
    await hasHeard(before + 1)
  }

  test('in another tab, on a visible day, refetches its week once and shows it', async () => {
    await openAndFollow()
    await saveElsewhere(WED)
    expect(await requests()).toEqual([`GET /api/calendar ${MON}–2026-11-20`])
    expect(tab.day(WED).entry?.noteText).toBe('From the other tab')
  })

  test('in another tab, on a day whose week nobody has viewed, fetches nothing', async () => {
    await openAndFollow()
    await saveElsewhere('2026-12-02')
    expect(await requests()).toEqual([])
  })

  test('on a visible day refetches its week and the months that contain the day, and no others', async () => {
    await openAndFollow({ months: MONTHS })
    await saveElsewhere(WED)
    const [week, ...months] = (await requests()).toSorted()
    expect(week).toBe(`GET /api/calendar ${MON}–2026-11-20`)
    expect(months).toEqual(['GET /api/calendar/marks 2026-10-26–2026-12-06'])
  })

  test('in a month that is no longer visible fetches nothing until it is visible again', async () => {
    await openAndFollow()
    await tab.month('2027-01-01')
    network.requests.length = 0
    await saveElsewhere('2027-01-20')
    expect(await requests()).toEqual([])
    await tab.showMonth('2027-01-01')
    expect(await requests()).toEqual(['GET /api/calendar/marks 2026-12-26–2027-02-06'])
    expect((await tab.month('2027-01-01')).days.get('2027-01-20')?.noteText).toBe('From the other tab')
  })

  test('repeated five times while a dialog is open causes one refetch when it closes', async () => {
    const page = openDialog()
    await openAndFollow({ months: MONTHS })
    for (const date of dates(5)) await saveElsewhere(date)
    expect(await requests()).toEqual([])
    page.closeDialog()
    expect((await requests()).toSorted()).toEqual([`GET /api/calendar ${MON}–2026-11-20`, 'GET /api/calendar/marks 2026-10-26–2026-12-06'])
  })

  test('on a day between two months refetches the two months that show it', async () => {
    await openAndFollow({ months: MONTHS })
    await saveElsewhere('2026-12-01')
    expect(await requests()).toHaveLength(2)
  })

  test("by a stranger isn't even received", async () => {
    await openAndFollow({ months: MONTHS })
    const eve = await aTeacher(db, { now: clock() })
    await aDay(db, { owner: eve.userId, date: WED })
    await saveElsewhere('2027-06-01')
    // If the server sent the stranger's event, it would arrive before Ann's own.
    expect(ownersHeard()).toEqual([ann.userId])
    expect(await requests()).not.toContain(`GET /api/calendar ${MON}–2026-11-20`)
  })
})
