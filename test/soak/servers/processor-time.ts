/** Reads the processor time of a process from /proc, in seconds. Linux only. */
import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

const fieldsOf = (pid: string | number): number[] => {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The second field is the program's name in parentheses, which can contain any character. The first field after it is number 3.
  return line
    .slice(line.lastIndexOf(')') + 4)
    .split(' ')
    .map(Number)
}

/** Returns the processor time of a process and of its children, also of those that have ended. 0 if the process has ended itself. */
export const secondsOf = (pid: number | undefined): number => {
  let ticks = 0
  for (const each of readdirSync('/proc')) {
    if (!/^\d+$/.test(each)) continue
    try {
      const [parent, ...rest] = fieldsOf(each)
      // Of user, system, and the same of its children that have ended.
      const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = rest.slice(9)
      if (Number(each) === pid) ticks += user + system + endedUser + endedSystem
      else if (parent === pid) ticks += user + system
    } catch {
      // The process ended between the two reads. If it is a child, its parent has its time now.
    }
  }
  return ticks / TICKS_PER_SECOND
}
