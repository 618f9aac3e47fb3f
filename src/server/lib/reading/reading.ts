/** Reads files that strangers wrote, in a thread of its own with limits on time and memory. */
import { Refused } from '#server/lib/http/refuse.ts'
import { makeThread, TaskFailed } from '#server/lib/threads/one-at-a-time.ts'
import type { ReadAnswer, ReadFile, ReadTask } from './items.ts'

/** Returns what is in a teacher's file. Rejects with `refused_by_rule` if it can't come in, and `unavailable` if too many are waiting. */
export type ReadImport = (owner: string, task: ReadTask) => Promise<ReadFile>

const IDLE_MS = 30_000
/** The readers' own limits keep every file under two seconds of a processor. A busy machine takes longer. */
const MOST_MS = 10_000
/** Less than the server keeps a connection on which nothing happens. */
const MOST_MS_IN_ALL = 13_000

const TOO_MUCH =
  'We couldn’t read this file. It may be damaged, or too complicated. Save it again in the program it’s from, or bring it in in parts.'

export const makeReader = ({ idleMs = IDLE_MS, mostMs = MOST_MS, mostMsInAll = MOST_MS_IN_ALL } = {}): ReadImport => {
  const perform = makeThread<ReadTask, ReadAnswer>({
    ...{ url: import.meta.url, name: 'reading-worker', idleMs, mostMs, mostMsInAll },
    resources: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  })
  /** Each teacher has at most one file in the thread's queue, so that teachers take turns. */
  const lastOf = new Map<string, Promise<unknown>>()

  const read = async (task: ReadTask): Promise<ReadFile> => {
    const answer = await perform(task).catch((error: unknown) => {
      if (!(error instanceof TaskFailed)) throw error
      throw error.isItsFault ? new Refused('refused_by_rule', TOO_MUCH) : new Refused('unavailable')
    })
    if ('unreadable' in answer) throw new Refused('refused_by_rule', answer.unreadable)
    return answer.file
  }
  return (owner, task) => {
    const next = (lastOf.get(owner) ?? Promise.resolve()).then(() => read(task))
    const settled = next
      .catch(() => undefined)
      .then(() => {
        if (lastOf.get(owner) === settled) lastOf.delete(owner)
      })
    lastOf.set(owner, settled)
    return next
  }
}
