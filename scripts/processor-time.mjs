/**
 * Measures the CPU time of other programs and every process they start. Linux only.
 *
 * The kernel's own total only includes child processes that their parent has waited for. Chromium doesn't wait for its children, so the
 * total shows a quarter of the real cost of a browser test. Therefore we read the process tree from /proc twice a second.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const INTERVAL_MS = 500
/** CPU times in /proc are in hundredths of a second on every Linux system that Node supports. */
const TICKS_PER_SECOND = 100
const isKnown = existsSync('/proc/self/stat')

/** @typedef {{ processes: Map<string, number>, members: Set<string> }} Watch Seconds and identities by process. */
/** @type {Set<Watch>} */
const watches = new Set()
/** @type {NodeJS.Timeout | undefined} */
let timer

/** @returns {{ id: string, pid: number, parent: number, seconds: number }[]} */
const readProcesses = () =>
  readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return []
    try {
      const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The second field is the program name in parentheses, which can contain any character.
      const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
      const [parent, user, system, started] = [fields[1], fields[11], fields[12], fields[19]]
      return [
        { id: `${pid} ${started}`, pid: Number(pid), parent: Number(parent), seconds: (Number(user) + Number(system)) / TICKS_PER_SECOND },
      ]
    } catch {
      // The process ended between the two reads.
      return []
    }
  })

const look = () => {
  const processes = readProcesses()
  for (const { processes: seen, members } of watches) {
    // The kernel re-parents orphaned processes to process 1. We still recognize them by their identity.
    const pids = new Set(processes.filter(({ id }) => members.has(id)).map(({ pid }) => pid))
    for (let size = -1; size !== pids.size; ) {
      size = pids.size
      for (const { pid, parent } of processes) if (pids.has(parent)) pids.add(pid)
    }
    for (const { id, pid, seconds } of processes) {
      if (!pids.has(pid)) continue
      members.add(id)
      seen.set(id, seconds)
    }
  }
}

/**
 * Starts watching a program. Returns a function that stops watching and returns the CPU seconds used by the program and everything it
 * started, accurate to half a second per process, or undefined if the system doesn't report CPU times.
 * @param {number | undefined} pid
 * @returns {() => number | undefined}
 */
export function watchProcessorTime(pid) {
  const root = isKnown ? readProcesses().find((process) => process.pid === pid) : undefined
  if (!root) return () => undefined
  /** @type {Watch} */
  const watch = { processes: new Map(), members: new Set([root.id]) }
  watches.add(watch)
  timer ??= setInterval(look, INTERVAL_MS)
  return () => {
    look()
    watches.delete(watch)
    if (watches.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
    return [...watch.processes.values()].reduce((sum, seconds) => sum + seconds, 0)
  }
}
