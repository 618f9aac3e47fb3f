import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CalendarSource } from '#web/features/calendar/days/calendar-ref.ts'
import { weekQuery } from '#web/features/calendar/days/queries.ts'
import { loadDay } from '#web/features/calendar/days/shown.ts'
import { savedWeek } from '#web/features/calendar/model/planned-week.ts'
import { queryClient } from '#web/lib/net/query-client.ts'

const MONDAY = '2026-11-16'
const calendar = { id: 'mine', kind: 'own' } as CalendarSource
const query = weekQuery(calendar, MONDAY)

/** The answers to the calls so far. */
let answers: ((reply: Response) => void)[] = []
beforeEach(() => {
  answers = []
  vi.stubGlobal('fetch', () => new Promise((resolve) => answers.push(resolve)))
  // As the device has it.
  queryClient.setQueryData(query.queryKey, savedWeek(MONDAY, []))
  void queryClient.invalidateQueries({ ...query, refetchType: 'none' })
})
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})
const untilAsked = (calls: number) => vi.waitFor(() => expect(answers).toHaveLength(calls))

test('a day whose week is on its way is loaded, also if a change elsewhere restarts that call', async () => {
  void queryClient.prefetchQuery(query)
  const day = loadDay(calendar, MONDAY)
  await untilAsked(1)
  void queryClient.refetchQueries(query)
  await untilAsked(2)
  answers[1]?.(Response.json([]))
  expect(await day).toMatchObject({ date: MONDAY })
})

test('without a network, a day of a week that this device has is loaded, and no other', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await loadDay(calendar, MONDAY)).toMatchObject({ date: MONDAY })
  await expect(loadDay(calendar, '2026-11-23')).rejects.toMatchObject({ code: 'offline' })
})
