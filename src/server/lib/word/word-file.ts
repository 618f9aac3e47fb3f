/** Writes Word documents, in a thread of its own and one at a time, because a school year takes a processor for seconds. */
import { makeThread } from '#server/lib/threads/one-at-a-time.ts'
import type { WordTask } from './word-worker.ts'

export type { WordDay, WordTask } from './word-worker.ts'
/** Returns lessons as a Word document. Rejects with `TaskFailed`. */
export type MakeWordFile = (task: WordTask) => Promise<Uint8Array<ArrayBuffer>>

export const makeWordThread = ({ idleMs = 10_000, mostMs = 60_000 } = {}): MakeWordFile =>
  makeThread<WordTask, Uint8Array<ArrayBuffer>>({
    ...{ url: import.meta.url, name: 'word-worker', idleMs, mostMs },
    resources: { maxOldGenerationSizeMb: 768 },
  })
