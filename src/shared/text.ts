import * as z from 'zod/mini'

const LONE_SURROGATE = /\p{Surrogate}/u

/**
 * Free text as people type it, at most `max` UTF-16 units after Unicode NFC normalisation.
 * A NUL character (PostgreSQL cannot keep it) and half a surrogate pair (no UTF-8 for it) are refused.
 */
export const text = (max: number) =>
  z.string().check(
    z.normalize('NFC'),
    z.maxLength(max, `Use at most ${max.toLocaleString('en-US')} characters`),
    z.refine((value) => !value.includes('\0') && !LONE_SURROGATE.test(value), 'This text holds characters that cannot be kept'),
  )

/** Like {@link text}, trimmed, and not empty. */
export const requiredText = (max: number, whenEmpty: string) => text(max).check(z.trim(), z.minLength(1, whenEmpty))
