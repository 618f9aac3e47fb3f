import * as z from 'zod/mini'
import { isDay } from '#shared/dates.ts'
import type { Refusal } from '#shared/errors.ts'

const LONE_SURROGATE = /\p{Surrogate}/u
const UNKEPT = 'This text has characters we can’t save, so paste it as plain text or retype it'

/**
 * Returns true if the text has more than 30 combining marks in a row. No language needs that many (Unicode Standard Annex 15, 'Stream-Safe
 * Text Format'), and normalization time grows with the square of the number of marks.
 */
export const hasEndlessMarks = (value: string): boolean => /\p{M}{31}/u.test(value)

/**
 * Free text typed by users, at most `max` UTF-16 code units after Unicode NFC normalization.
 *
 * 1. The length is checked first, so text longer than four times `max` is never processed.
 * 2. Rejects NUL characters (PostgreSQL can't store them), lone surrogates (UTF-8 can't encode them), and endless combining marks.
 * 3. Text that is too long is refused as `too_large`. Text that can't be stored is refused as `malformed`.
 */
export const text = (max: number) =>
  z.string().check((context) => {
    const { value: input, issues } = context
    const refuse = (refusal: Refusal, message: string) => void issues.push({ code: 'custom', message, input, params: { refusal } })
    const tooLong = `Use at most ${max.toLocaleString('en-US')} characters`
    if (input.length > 4 * max) return refuse('too_large', tooLong)
    if (input.includes('\0') || LONE_SURROGATE.test(input) || hasEndlessMarks(input)) return refuse('malformed', UNKEPT)
    context.value = input.normalize('NFC')
    return context.value.length > max ? refuse('too_large', tooLong) : undefined
  })

/** Like {@link text}, but trimmed and not empty. */
export const requiredText = (max: number, whenEmpty: string) => text(max).check(z.trim(), z.minLength(1, whenEmpty))

/** An id that a client may create. Stored in lowercase, as PostgreSQL returns it. */
export const Uuid = z.uuid().check(z.toLowerCase())

/** A valid date `yyyy-MM-dd` within the planner's range. */
export const Day = z.iso.date().check(z.refine(isDay, 'Use a date between 1970 and 2199'))
/** A time of day, `00:00` to `23:59`. */
export const Time = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Enter a time like 8:30'))
