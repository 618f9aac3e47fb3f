/** Counts what happens in each phase. */
import type { Reply } from '../client.ts'

export type ProcessorTime = { servers: number; postgres: number }
/** A save that the server has confirmed. */
type Confirmed = { operationId: string; phase: string }
export type Phase = {
  name: string
  seconds: number
  calls: number
  /** Calls without a useful answer, saves excepted: clients repeat them. */
  failedReads: number
  /** Times that a client sent a save again. */
  retries: number
  /** Saves that no repetition could bring in, or that the server refused. */
  failedSaves: number
  confirmed: number
  lost: number
  /** Milliseconds, of single calls that were answered. */
  times: number[]
  processor: ProcessorTime
}
export type Tally = ReturnType<typeof makeTally>

export const makeTally = () => {
  const phases: Phase[] = []
  const confirmed: Confirmed[] = []
  const faults = new Map<string, number>()
  const now = () => phases.at(-1) as Phase
  return {
    phases: phases as readonly Phase[],
    confirmed: confirmed as readonly Confirmed[],
    faults: faults as ReadonlyMap<string, number>,
    /** Counts what happens while `work` runs as a phase. */
    during: async (name: string, processorTime: () => ProcessorTime, work: () => Promise<unknown>) => {
      const before = processorTime()
      const began = performance.now()
      const counts = { calls: 0, failedReads: 0, retries: 0, failedSaves: 0, confirmed: 0, lost: 0 }
      const phase: Phase = { name, ...counts, seconds: 0, times: [], processor: { servers: 0, postgres: 0 } }
      phases.push(phase)
      await work()
      const after = processorTime()
      phase.seconds = (performance.now() - began) / 1000
      phase.processor = { servers: after.servers - before.servers, postgres: after.postgres - before.postgres }
    },
    call: ({ status, milliseconds }: Reply) => {
      now().calls += 1
      if (status > 0) now().times.push(milliseconds)
    },
    fault: (what: string, isSave: boolean) => {
      now()[isSave ? 'failedSaves' : 'failedReads'] += 1
      const key = `${now().name}: ${what}`
      faults.set(key, (faults.get(key) ?? 0) + 1)
    },
    retry: () => {
      now().retries += 1
    },
    confirm: (operationId: string) => {
      now().confirmed += 1
      confirmed.push({ operationId, phase: now().name })
    },
    /** Counts confirmed saves that the database doesn't have as lost, in the phase that confirmed them. */
    lose: (kept: ReadonlySet<string>) => {
      for (const { operationId, phase } of confirmed)
        if (!kept.has(operationId)) (phases.find(({ name }) => name === phase) as Phase).lost += 1
    },
  }
}
