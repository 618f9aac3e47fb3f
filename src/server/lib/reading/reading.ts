/** Reads files that strangers wrote, in a thread of its own with limits on time and memory. */
import { Refused } from '#server/lib/http/refuse.ts'
import { makeTurns } from '#server/lib/limits/turns.ts'
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

/** `processorMs` is as in `makeThread`. */
type ReaderParts = { idleMs?: number; mostMs?: number; mostMsInAll?: number; processorMs?: () => number }

export const makeReader = (parts: ReaderParts = {}): ReadImport => {
  const { idleMs = IDLE_MS, mostMs = MOST_MS, mostMsInAll = MOST_MS_IN_ALL, processorMs } = parts
  const perform = makeThread<ReadTask, ReadAnswer>({
    ...{ url: import.meta.url, name: 'reading-worker', idleMs, mostMs, processorMs },
    resources: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  })
  /** Each waiting file takes up to 7 MB, so few can wait. */
  const inTurn = makeTurns({
    atOnce: 1,
    waitingOfKey: 3,
    waiting: 30,
    whenFull: 'Other files are being read right now. Try again in a minute.',
  })

  const read = async (task: ReadTask, until: number): Promise<ReadFile> => {
    const answer = await perform(task, until - performance.now()).catch((error: unknown) => {
      if (!(error instanceof TaskFailed)) throw error
      throw error.isItsFault ? new Refused('refused_by_rule', TOO_MUCH) : new Refused('unavailable')
    })
    if ('unreadable' in answer) throw new Refused('refused_by_rule', answer.unreadable)
    return answer.file
  }
  return (owner, task) => {
    const until = performance.now() + mostMsInAll
    return inTurn({ lane: 'first', key: owner }, () => read(task, until))
  }
}
