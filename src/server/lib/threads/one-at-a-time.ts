/**
 * Does tasks that take a processor for up to seconds in a thread of their own, one at a time. The thread ends when it has had nothing to do
 * for a while, and is replaced after a task that takes too long or too much memory.
 */
import { parentPort, type ResourceLimits, type Worker } from 'node:worker_threads'
import { openThread } from './thread.ts'

/** The task wasn't done. The message contains nothing of the task. */
export class TaskFailed extends Error {
  override name = 'TaskFailed'
  /** True if the task itself is at fault, because it took too long, took too much memory, or threw an error. */
  readonly isItsFault: boolean
  constructor(message: string, isItsFault: boolean) {
    super(message)
    this.isItsFault = isItsFault
  }
}

type ThreadParts = {
  /** `import.meta.url` of the module next to the thread's entry module. */
  url: string
  /** The entry module's name. It calls {@link doTasks}. */
  name: string
  resources: ResourceLimits
  /** The thread ends after this many milliseconds without a task. */
  idleMs: number
  /** The longest that a task takes, in milliseconds. It's the task's fault only if the process had a processor for half of that. */
  mostMs: number
  /** Returns the processor time that the process has had so far, in milliseconds. */
  processorMs?: (() => number) | undefined
}

const ofThisProcess = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

type Reply<Answer> = { answer: Answer } | { problem: string }

/**
 * Returns a function that does a task. `mostMsInAll` is the longest that it waits and takes together, in milliseconds. Rejects with
 * {@link TaskFailed}.
 */
export const makeThread = <Task, Answer>({ url, name, resources, idleMs, mostMs, processorMs = ofThisProcess }: ThreadParts) => {
  let thread: Worker | undefined
  let last: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined

  const end = (): void => {
    // Its 'error' and 'exit' events have no listener that acts on them anymore.
    void thread?.terminate()
    thread = undefined
  }
  const open = (): Worker => {
    const opened = openThread(url, name, undefined, resources)
    opened.unref()
    // A thread that fails between two tasks is replaced.
    const forget = (): void => {
      if (thread === opened) thread = undefined
    }
    opened.on('error', forget)
    opened.on('exit', forget)
    return opened
  }

  const perform = (task: Task, until: number): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const left = Math.min(mostMs, until - performance.now())
      if (left <= 0) return reject(new TaskFailed('The task waited too long', false))
      clearTimeout(idle)
      thread ??= open()
      const used = thread
      const finish = (settle: () => void): void => {
        clearTimeout(timeout)
        used.off('message', take)
        used.off('error', fail)
        used.off('exit', fail)
        idle = setTimeout(end, idleMs).unref()
        settle()
      }
      const take = (reply: Reply<Answer>): void =>
        finish(() => ('answer' in reply ? resolve(reply.answer) : reject(new TaskFailed(`The task failed: ${reply.problem}`, true))))
      const fail = (): void => finish(() => reject(new TaskFailed('The thread ended', true)))
      const before = processorMs()
      const timeout = setTimeout(() => {
        // On a busy machine, the thread may have had little of a processor.
        const isWorking = processorMs() - before > left / 2
        finish(() => reject(new TaskFailed('The task took too long', left === mostMs && isWorking)))
        end()
      }, left)
      used.on('message', take)
      used.on('error', fail)
      used.on('exit', fail)
      used.postMessage(task)
    })

  return (task: Task, mostMsInAll = Number.POSITIVE_INFINITY): Promise<Answer> => {
    const until = performance.now() + mostMsInAll
    const next = last.then(() => perform(task, until))
    last = next.catch(() => undefined)
    return next
  }
}

/** Called by a thread's entry module, with the function that does a task. An error's name is all that leaves the thread. */
export const doTasks = <Task, Answer>(perform: (task: Task) => Answer | Promise<Answer>): void => {
  const reply = (message: Reply<Answer>): void => parentPort?.postMessage(message)
  parentPort?.on('message', (task: Task) => {
    Promise.resolve(task)
      .then(perform)
      .then(
        (answer) => reply({ answer }),
        (error: unknown) => reply({ problem: error instanceof Error ? error.name : 'unknown' }),
      )
  })
}
