import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import type { User } from '#shared/accounts/contract.ts'
import { savedWeek } from '#web/features/calendar/model/planned-week.ts'
import { deviceDatabase } from '#web/lib/device/database.ts'
import { keptName } from '#web/lib/device/kept.ts'
import { queryClient, SESSION_KEY } from '#web/lib/net/query-client.ts'
import { storeSession } from '#web/lib/stored-session.ts'
import { foundQuery } from './data.ts'

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('without a network, a search finds a lesson that only this device has, because the page has forgotten its week', async () => {
  storeSession({ token: 'token-ann', userId: 'ann' })
  queryClient.setQueryData(SESSION_KEY, { id: 'ann', calendarId: 'mine', timezone: 'UTC', preferences: {} } as User)
  const block = {
    id: 'a',
    title: 'Volcanoes',
    description: '',
    startTime: '09:00',
    endTime: '10:00',
    hasAlert: false,
    alertMessage: '',
    order: 0,
  }
  const day = { id: 'd', userId: 'ann', operationId: '', date: '2026-11-18', blocks: [block], version: 1, hasAlert: false }
  const week = savedWeek('2026-11-16', [{ ...day, isBlocked: false, blockedText: null, hasNote: false, noteText: null }])
  await (await deviceDatabase())?.put('kept', { data: week, at: Date.now() }, keptName(['calendar', 'mine', 'week', '2026-11-16']))
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const asked = { q: 'volcano', title: '', order: 'latest' } as const
  const { pages } = await queryClient.fetchInfiniteQuery(foundQuery({ id: 'mine' }, asked))
  expect(pages).toMatchObject([{ isOnDevice: true, days: [{ date: '2026-11-18', finds: [{ blockId: 'a' }] }] }])
})
