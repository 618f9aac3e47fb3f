/** Simulates teachers as the web app behaves: which calls opening the planner makes, what a save sends, and how it is repeated. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { addDays } from '#shared/dates.ts'
import type { Client } from '../client.ts'
import type { Tally } from './tally.ts'

const MONDAY = '2026-11-16'
const WEEK = [0, 1, 2, 3, 4].map((day) => addDays(MONDAY, day))
/** The weeks of the planner's first calls: this one, two before and two after. */
const WEEKS = [-2, -1, 0, 1, 2].map((week) => addDays(MONDAY, 7 * week))
const LESSONS_A_DAY = 6

/** The calls of a planner that opens, recorded in Chromium, besides the event stream. The app's files come from the device. */
const OPENING = [
  '/api/user',
  `/api/calendar?from=${MONDAY}&to=${addDays(MONDAY, 4)}`,
  '/api/classes',
  '/api/calendar/marks?from=2026-10-26&to=2026-12-06',
  '/api/settings',
  '/api/timetables',
  ...WEEKS.filter((monday) => monday !== MONDAY).map((monday) => `/api/calendar?from=${monday}&to=${addDays(monday, 4)}`),
  '/api/calendar/marks?from=2026-11-25&to=2027-01-06',
  '/api/calendar/marks?from=2026-09-25&to=2026-11-06',
  '/api/unplaced',
  '/api/billing',
  '/api/sub-reports',
  '/api/school',
  '/api/collaboration/inbound-invites',
]
/** Calls that a browser makes at once, to one server over HTTP/1.1. */
const AT_ONCE = 6

/** The web repeats a save every 15 seconds and when the browser is online again. This client is less patient, so that phases end. */
const RETRY_MS = 1000
const GIVE_UP_MS = 120_000
/** No response, or one with which a proxy or the server says that the save may be repeated (src/web/features/calendar/days/retry-offline.ts). */
const WORTH_RETRYING = new Set([0, 502, 503, 504])

/** Text of 400 characters, about as much as a lesson of a week that a teacher plans in sentences. */
const SENTENCES = 'Warm up with number talks, then work in pairs with pattern blocks and record each step in the journal. '
  .repeat(4)
  .slice(0, 400)
const lessonsOf = (date: string, text: string) =>
  Array.from({ length: LESSONS_A_DAY }, (_, order) => ({
    id: `block_${date}_${order}`,
    title: ['Reading', 'Math', 'Writing', 'Science', 'Art', 'Social Studies'][order] ?? '',
    description: `<p>${order === 0 ? `${text} ` : ''}${SENTENCES}</p>`,
    startTime: `${String(8 + order).padStart(2, '0')}:00`,
    endTime: `${String(8 + order).padStart(2, '0')}:50`,
    order,
  }))

type Known = { version: number; confirmedId: string; unsureIds: string[] }
export type Teacher = ReturnType<typeof makeTeacher>

export const makeTeacher = (token: string, { client, tally }: { client: Client; tally: Tally }) => {
  const days = new Map<string, Known>()
  const stream: { isOver: boolean; close?: () => void } = { isOver: false }
  let saves = 0

  const read = async (path: string): Promise<unknown> => {
    const reply = await client.call('GET', path, { token })
    tally.call(reply)
    if (reply.status !== 200) tally.fault(`GET ${path.split('?')[0]}: ${reply.status}`, false)
    return reply.body
  }

  const holdStream = (): void => {
    stream.close = client.openStream(token, () => {
      // A server that restarts ends the streams of many teachers, who mustn't all return at once.
      if (!stream.isOver) setTimeout(holdStream, 500 + Math.random() * 2500).unref()
    })
  }

  const send = async (body: object): Promise<{ status: number; body: unknown }> => {
    const began = performance.now()
    for (;;) {
      const reply = await client.call('POST', '/api/calendar', { token, body })
      tally.call(reply)
      if (!WORTH_RETRYING.has(reply.status) || performance.now() - began > GIVE_UP_MS) return reply
      tally.retry()
      await pause(RETRY_MS)
    }
  }

  return {
    /** True while the teacher waits for an answer, so that one person doesn't do two things at once. */
    isBusy: false,

    /** Saves 25 days of lessons: this week, two before and two after. */
    fill: async () => {
      const dates = WEEKS.flatMap((monday) => [0, 1, 2, 3, 4].map((day) => addDays(monday, day)))
      const body = { days: dates.map((date) => ({ date, blocks: lessonsOf(date, '') })) }
      const { status, body: result } = await client.call('POST', '/api/calendar/days', { token, body })
      if (status !== 200) throw new Error(`A teacher's weeks were answered with ${status}`)
      for (const { date, version, operationId } of (result as { entries: { date: string; version: number; operationId: string }[] })
        .entries)
        days.set(date, { version, confirmedId: operationId, unsureIds: [] })
    },

    /** Opens the planner: the calls of its first moments, and a stream that stays open. */
    open: async () => {
      const waiting = [...OPENING]
      const worker = async () => {
        for (let path = waiting.shift(); path; path = waiting.shift()) await read(path)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
      holdStream()
    },

    readWeek: () => read(OPENING[1] as string),

    /** Saves a lesson of this week. Sends the same operation again if the answer didn't arrive. */
    save: async () => {
      saves += 1
      const date = WEEK[saves % WEEK.length] as string
      const known = days.get(date) as Known
      const operationId = randomUUID()
      const body = { date, version: known.version, blocks: lessonsOf(date, `Save ${saves}.`), operationId, sitting: randomUUID() }
      const { status, body: answer } = await send(body)
      if (status === 200 || status === 201) {
        tally.confirm(operationId)
        days.set(date, { version: (answer as { version: number }).version, confirmedId: operationId, unsureIds: [] })
        return
      }
      tally.fault(`a save: ${status}`, true)
      known.unsureIds.push(operationId)
      // After a refusal as stale, the web shows the teacher the server's version.
      if (status === 409) known.version = (answer as { current: { version: number } | null }).current?.version ?? 0
    },

    /** Returns the dates of this week that show neither the last confirmed save nor one that may have arrived. */
    missing: async (): Promise<string[]> => {
      const shown = (await read(OPENING[1] as string)) as { date: string; operationId: string }[]
      return WEEK.filter((date) => {
        const { confirmedId, unsureIds } = days.get(date) as Known
        return ![confirmedId, ...unsureIds].includes(shown.find((day) => day.date === date)?.operationId ?? '')
      })
    },

    leave: () => {
      stream.isOver = true
      stream.close?.()
    },
  }
}
