/** Opens hundreds of event streams on one server to check that they receive changes and to measure how much they slow down other calls. */
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { startServer } from '#test/server.ts'
import { fillSchool } from './school.ts'

const DATE = '2026-11-18'
const READS = 200

/** Opens a stream and calls `onEvent` for each event. */
const openStream = (origin: string, token: string, onEvent: (event: { kind: string }) => void) =>
  new Promise<http.ClientRequest>((resolve, reject) => {
    const request = http.get(`${origin}/api/live`, { agent: false, headers: { authorization: `Bearer ${token}` } }, (reply) => {
      let rest = ''
      reply.on('data', (chunk) => {
        const parts = (rest + String(chunk)).split('\n\n')
        rest = parts.pop() ?? ''
        for (const part of parts) onEvent(JSON.parse(part.slice(6)))
      })
      reply.on('error', () => undefined)
      if (reply.statusCode === 200) resolve(request)
      else reject(new Error(`A stream was answered with ${reply.statusCode}`))
    })
    request.on('error', reject)
  })

export type Streamed = { heard: number; lastHeardMs: number; readMs: { alone: number; beside: number }; megabytes: number }

/**
 * Opens `count` streams, changes the school's calendar, and reads weeks before and during the changes. The returned read times are medians
 * in milliseconds.
 */
export const soakWithStreams = async ({ env, count }: { env: { DATABASE_URL: string }; count: number }): Promise<Streamed> => {
  // Starting the server creates the tables.
  await (await startServer(env)).end('SIGTERM')
  const tokens = await fillSchool(env.DATABASE_URL, count)
  const server = await startServer(env, [])
  const token = tokens[0] as string
  const week = async (number: number) => {
    const began = performance.now()
    const { status } = await server.call('GET', '/api/calendar?from=2026-11-16&to=2026-11-20', { token: tokens[number % count] as string })
    if (status !== 200) throw new Error(`A week was answered with ${status}`)
    return performance.now() - began
  }
  const median = async (between?: () => unknown) => {
    const times: number[] = []
    for (let number = 0; number < READS; number++) {
      times.push(await week(number))
      if (number % 20 === 0) await between?.()
    }
    return times.sort((a, b) => a - b)[READS / 2] ?? 0
  }
  const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  const streams: http.ClientRequest[] = []
  try {
    const alone = await median()
    const before = memory()
    let heard = 0
    let ready = 0
    let lastHeardAt = 0
    for (let first = 0; first < count; first += 50)
      streams.push(
        ...(await Promise.all(
          tokens.slice(first, first + 50).map((token) =>
            openStream(server.origin, token, ({ kind }) => {
              if (kind === 'calendars') ready += 1
              if (kind === 'days') {
                heard += 1
                lastHeardAt = performance.now()
              }
            }),
          ),
        )),
      )
    while (ready < count) await pause(20)
    const me = await server.call('GET', '/api/user', { token })
    const save = (text: string) =>
      server.call('POST', '/api/calendar', {
        token,
        body: { date: DATE, isBlocked: true, blockedText: text, schoolId: (me.body as { schoolId: string }).schoolId },
      })
    const began = performance.now()
    const { status } = await save('Snow day')
    if (status >= 300) throw new Error(`The school's entry was answered with ${status}`)
    const deadline = began + 10_000
    while (heard < count && performance.now() < deadline) await pause(5)
    const result = { heard, lastHeardMs: lastHeardAt - began }
    const beside = await median(() => save('Snow day'))
    return { ...result, readMs: { alone, beside }, megabytes: memory() - before }
  } finally {
    for (const stream of streams) stream.destroy()
    await server.end('SIGTERM')
  }
}
