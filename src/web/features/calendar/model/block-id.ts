import type { TimeBlock } from '#shared/calendar/contract.ts'
import { restored } from '#shared/moves/usual-times/rules.ts'

/** Returns a new block ID: `block_`, the timestamp, and 40 random bits, because timestamps alone collide. */
export const newBlockId = (now: number): string => {
  const bits = crypto.getRandomValues(new Uint8Array(5))
  return `block_${now}_${Array.from(bits, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Returns a copy of a lesson with an ID of its own and its usual times. A copy hasn't been taught yet, and isn't locked. */
export const copyOf = (lesson: TimeBlock, now: number): TimeBlock => {
  const [{ taught: _, isLocked: __, ...block } = lesson] = restored([lesson])
  return { ...block, id: newBlockId(now) }
}
