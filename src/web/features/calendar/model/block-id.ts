import type { TimeBlock } from '#shared/calendar/contract.ts'

/** Returns a new block ID: `block_`, the timestamp, and 40 random bits, because timestamps alone collide. */
export const newBlockId = (now: number): string => {
  const bits = crypto.getRandomValues(new Uint8Array(5))
  return `block_${now}_${Array.from(bits, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Returns a copy of a lesson with an ID of its own. A copy hasn't been taught yet, isn't locked, and isn't on a short day. */
export const copyOf = ({ taught: _, isLocked: __, usual: ___, ...block }: TimeBlock, now: number): TimeBlock => ({
  ...block,
  id: newBlockId(now),
})
