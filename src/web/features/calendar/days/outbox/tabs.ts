/**
 * How the tabs of one person work together: one of them sends at a time, and it tells the others how each edit ended.
 *
 * 1. The tab that holds the lock sends. It holds it while it has something to send. When it closes or crashes, the browser gives the lock
 *    to another one. A phone may freeze a tab that holds it: if it doesn't respond, another one takes the lock.
 * 2. Messages only save time. The stored edits and the server's answers decide.
 * 3. In a browser without these two APIs, the device keeps no edits, because two tabs might send the same one. Each tab sends its own.
 */
import type { OperationResult, TimeBlock } from '#shared/calendar/contract.ts'
import type { Choice } from '#web/features/calendar/model/block-edit.ts'
import type { Conflict } from '#web/features/calendar/model/merge-blocks.ts'
import type { RefusedCall } from '#web/lib/net/api.ts'
import { resolvable } from '#web/lib/resolvable.ts'
import { createStore } from '#web/lib/store.ts'
import { storedUserId } from '#web/lib/stored-session.ts'
import { pause } from '#web/lib/time/pause.ts'

/** The response to a change. `dates` are the days that changed, if it lists them. */
export type Sent = OperationResult & { dates?: readonly string[] }
/** How the server answered an edit. `sent` is the time block that was sent, if the answer was to the first call. */
export type Answer = { result: Sent | null; untold?: readonly string[] | undefined; sent?: TimeBlock | null | undefined }

/** The fields of a {@link RefusedCall}. */
export type Refusal = Pick<RefusedCall, 'status' | 'code' | 'message' | 'body'>

export type Message =
  /** An edit was stored or changed. */
  | { is: 'stored' }
  /** A new tab asks for the open questions. */
  | { is: 'opened' }
  | { is: 'settled'; id: string; answer: Answer }
  /** The server refused the edit, or, without a refusal, the teacher dropped it. */
  | { is: 'given-up'; id: string; refusal?: Refusal | undefined }
  | { is: 'asked'; id: string; date: string; conflict: Conflict }
  | { is: 'answered'; id: string; choice: Choice }
  /** The teacher wants to send now. */
  | { is: 'retry' }
  /** A tab that waits for the lock asks whether the one that has it is awake, and that one responds. */
  | { is: 'awake?' }
  | { is: 'awake' }

/** Whether the tabs of this browser can work together. */
export const canShare = (): boolean => Boolean(navigator.locks) && 'BroadcastChannel' in globalThis

const nameOf = (personId: string): string => `firstbell-outbox-${personId}`

type Line = { personId: string; channel: BroadcastChannel }
const line = createStore<Line | null>(null)

/** Starts listening to the person's other tabs. */
export const listenToTabs = (onMessage: (message: Message) => void): void => {
  const personId = storedUserId()
  if (!personId || !canShare()) return
  line.get()?.channel.close()
  const channel = new BroadcastChannel(nameOf(personId))
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    // Another person may have signed in meanwhile.
    if (line.get()?.channel !== channel || storedUserId() !== personId) return
    if (data.is === 'awake') heard.set({})
    else if (data.is === 'awake?') holding.get()?.isGranted && tellTabs({ is: 'awake' })
    else onMessage(data)
  }
  line.set({ personId, channel })
}

export const tellTabs = (message: Message): void => {
  const now = line.get()
  if (now && now.personId === storedUserId()) now.channel.postMessage(message)
}

/** The lock as this tab holds it, or waits for it. */
type Holding = { jobs: number; isGranted: boolean; granted: Promise<unknown>; release: () => void }
const holding = createStore<Holding | null>(null)
/** A new object each time another tab says that it is awake. */
const heard = createStore<object>({})

/** How long a tab waits for the lock before it asks, and then for the response, in milliseconds. */
const WAIT_MS = 8000
const RESPONSE_MS = 3000

const takeLock = (name: string): Holding => {
  const { promise: released, resolve: release } = resolvable()
  const { promise: granted, resolve: grant } = resolvable()
  const held: Holding = { jobs: 0, isGranted: false, granted, release }
  const begin = () => {
    held.isGranted = true
    grant()
  }
  const hold = () => {
    begin()
    return released
  }
  // Fails if the page is being closed, which needs no lock, or if another tab took the lock, which then sends.
  const request = (options: LockOptions) => void navigator.locks.request(name, options, hold).catch(begin)
  const watch = async (): Promise<void> => {
    await Promise.race([granted, pause(WAIT_MS)])
    const before = heard.get()
    if (held.isGranted) return
    tellTabs({ is: 'awake?' })
    await pause(RESPONSE_MS)
    if (held.isGranted) return
    if (heard.get() === before) request({ steal: true })
    else await watch()
  }
  request({})
  void watch()
  return held
}

/** Runs a job while no other tab of this person sends. Jobs of this tab run at the same time. */
export const whileSending = async <T>(job: () => Promise<T>): Promise<T> => {
  const personId = storedUserId()
  if (!navigator.locks || !personId) return job()
  const held = holding.get() ?? takeLock(nameOf(personId))
  holding.set(held)
  held.jobs++
  try {
    await held.granted
    return await job()
  } finally {
    held.jobs--
    if (held.jobs === 0) {
      held.release()
      if (holding.get() === held) holding.set(null)
    }
  }
}
