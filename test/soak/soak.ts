/** Simulates a school at work on a real server for a given time and samples the server's resource usage. */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { startServer } from '#test/server.ts'
import { quantile } from '../../bench/figures.mjs'
import { openClient } from './client.ts'
import { work } from './teacher.ts'

export type Sample = { minute: number; megabytes: number; handles: number }
/** `p99` is the 99th percentile of the calls in each minute, in milliseconds. */
export type Soaked = { samples: Sample[]; calls: number; faults: string[]; p99: number[] }

/** Runs the garbage collector regularly, so that samples only include retained memory. */
const COLLECTING = ['--expose-gc', '--import', 'data:text/javascript,setInterval(gc, 5000).unref()']

const sampleOf = (pid: number, minute: number): Sample => ({
  minute,
  megabytes: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
  handles: readdirSync(`/proc/${pid}/fd`).length,
})

export const soak = async ({
  env,
  teachers,
  seconds,
}: {
  env: Record<string, string>
  teachers: number
  seconds: number
}): Promise<Soaked> => {
  const server = await startServer({ RATE_LIMIT_PER_MINUTE: '1200', ...env }, COLLECTING)
  try {
    const people = await Promise.all(
      Array.from({ length: teachers }, async (_, number) => {
        const person = { email: `teacher-${number}@school.example`, password: 'first-bell' }
        // Each has a connection that stays open. In a shared pool, their number varies, and with it the server's handles.
        const client = openClient(server.origin)
        const { body } = await client.call('POST', '/api/auth/register', { body: person })
        return { ...person, token: (body as { token: string }).token, client }
      }),
    )
    const began = performance.now()
    const minute = () => (performance.now() - began) / 60_000
    const times: { minute: number; milliseconds: number }[] = []
    const faults: string[] = []
    const hooks = {
      isOver: () => performance.now() - began > seconds * 1000,
      onFault: (fault: string) => void faults.push(fault),
      onCall: (milliseconds: number) => void times.push({ minute: minute(), milliseconds }),
    }
    const samples: Sample[] = []
    const watching = (async () => {
      while (!hooks.isOver()) {
        samples.push(sampleOf(server.child.pid ?? 0, minute()))
        await pause(Math.min(5000, seconds * 50))
      }
    })()
    await Promise.all([watching, ...people.map(({ client, ...person }) => work(client.call, person, hooks).finally(client.close))])
    const p99 = Array.from({ length: Math.floor(seconds / 60) }, (_, place) =>
      quantile(
        times.filter(({ minute }) => Math.floor(minute) === place).map(({ milliseconds }) => milliseconds),
        0.99,
      ),
    )
    return { samples, calls: times.length, faults, p99 }
  } finally {
    await server.end('SIGTERM')
  }
}

/** Returns the growth per minute across the samples, by least squares. */
export const growthOf = (samples: readonly Sample[], figure: 'megabytes' | 'handles'): number => {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(samples.map(({ minute }) => minute)), mean(samples.map((sample) => sample[figure]))]
  const above = samples.reduce((sum, sample) => sum + (sample.minute - x) * (sample[figure] - y), 0)
  return above / samples.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0)
}
