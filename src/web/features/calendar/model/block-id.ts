/** A new time block's id: `block_`, the instant, and 40 random bits, since a timestamp alone collides. */
export const newBlockId = (now: number): string => {
  const bits = crypto.getRandomValues(new Uint8Array(5))
  return `block_${now}_${Array.from(bits, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
