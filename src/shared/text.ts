import * as z from 'zod/mini'
import { isDay } from '#shared/dates.ts'
import type { Refusal } from '#shared/errors.ts'

const LONE_SURROGATE = /\p{Surrogate}/u
const UNKEPT = 'This text holds characters that cannot be kept'

/**
 * True where more than 30 combining marks follow one another. No language writes so many (Unicode Standard Annex 15,
 * 'Stream-Safe Text Format'), and the time that normalising takes grows with the square of their number.
 */
export const hasEndlessMarks = (value: string): boolean => /\p{M}{31}/u.test(value)

/**
 * Free text as people type it, at most `max` UTF-16 units after Unicode NFC normalisation.
 *
 * 1. Its length is looked at first: nothing that costs time sees a text of more than four times `max`.
 * 2. A NUL character (PostgreSQL cannot keep it), half a surrogate pair (no UTF-8 for it) and endless combining marks
 *    are refused.
 * 3. A text that is too long is `too_large`, one that cannot be kept is `malformed`.
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

/** Like {@link text}, trimmed, and not empty. */
export const requiredText = (max: number, whenEmpty: string) => text(max).check(z.trim(), z.minLength(1, whenEmpty))

/** A day that exists, `yyyy-MM-dd`, between the first and the last that the planner knows. */
export const Day = z.iso.date().check(z.refine(isDay, 'Use a date between 1970 and 2199'))
/** A time of day, `00:00` to `23:59`. */
export const Time = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Use a time as HH:mm'))
