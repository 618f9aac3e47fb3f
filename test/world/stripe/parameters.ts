/** Stripe's parameters: form fields with nested brackets. Validates them strictly and refuses invalid ones with Stripe's messages. */
import { z } from 'zod'
import { misshapen } from './refusal.ts'

type Nested = string | Nested[] | { [name: string]: Nested }

/** Parses form fields into values: `items[0][price]=x` is a list that contains a hash. */
export const parseForm = (text: string): Record<string, Nested> => {
  const root: Record<string, Nested> = {}
  for (const [field, value] of new URLSearchParams(text)) {
    const path = [...field.matchAll(/[^[\]]+|(?<=\[)(?=\])/g)].map(([part]) => part)
    let place: Record<string, Nested> = root
    path.forEach((part, index) => {
      const name = part === '' ? String(Object.keys(place).length) : part
      if (index === path.length - 1) {
        place[name] = value
        return
      }
      const inner = place[name]
      if (typeof inner !== 'object' || Array.isArray(inner)) place[name] = {}
      place = place[name] as Record<string, Nested>
    })
  }
  return Object.fromEntries(Object.entries(root).map(([name, value]) => [name, withLists(value)]))
}

/** Turns hashes with the keys 0, 1, 2 … into lists. */
const withLists = (value: Nested): Nested => {
  if (typeof value !== 'object' || Array.isArray(value)) return value
  const names = Object.keys(value)
  if (names.length > 0 && names.every((name) => /^\d+$/.test(name))) return Object.values(value).map(withLists)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withLists(inner)]))
}

// Each message consists of an error code, a vertical bar and the error text. See refusalOf.
export const text = z.string().min(1, 'parameter_invalid_empty|You passed an empty string for ')
/** A string. An empty string clears the field. */
export const textOrNothing = z.string()
export const integer = z
  .string()
  .regex(/^-?\d+$/, 'parameter_invalid_integer|Invalid integer: ')
  .transform(Number)
export const flag = z.enum(['true', 'false'], '|Invalid boolean: ').transform((value) => value === 'true')
export const oneOf = <const Names extends readonly string[]>(...names: Names) => z.enum(names)
/** Key-value pairs. An empty value removes a key, and an empty string instead of the hash removes all keys. */
export const metadata = z.union([z.literal(''), z.record(z.string().max(40), z.string().max(500))])
export const range = z.union([integer, z.strictObject({ gt: integer, gte: integer, lt: integer, lte: integer }).partial()])
const expand = z.array(text)

/** Defines a call's parameters, with names from the official SDK's types. `expand` is always allowed. */
export const takes =
  <Params>() =>
  <Shape extends { [Name in keyof Params]?: z.ZodType }>(shape: Shape & Record<Exclude<keyof Shape, keyof Params>, never>) =>
    z.strictObject({ expand: expand.optional(), ...(shape as Shape) })

/** The pagination parameters of every list. */
export const pages = { limit: integer.optional(), starting_after: text.optional(), ending_before: text.optional() }
export type Pages = { limit?: number | undefined; starting_after?: string | undefined; ending_before?: string | undefined }

const nameOf = (path: PropertyKey[]): string => path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('')

const valueAt = (values: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>((value, part) => (value as Record<PropertyKey, unknown> | undefined)?.[part], values)

/** Returns the validated parameters. Throws Stripe's error if they're invalid. */
export const readParameters = <Shape extends z.ZodType>(shape: Shape, values: Record<string, Nested>): z.output<Shape> => {
  const parsed = shape.safeParse(values)
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  // Stripe reports unknown parameters first.
  throw refusalOf(issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]!, values)
}

const refusalOf = (issue: z.core.$ZodIssue, values: unknown) => {
  const param = nameOf(issue.path)
  const value = valueAt(values, issue.path)
  if (issue.code === 'unrecognized_keys') {
    const unknown = nameOf([...issue.path, issue.keys[0]!])
    return misshapen(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown })
  }
  if (value === undefined) return misshapen(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  if (issue.message.includes('|')) {
    const [code = '', message = ''] = issue.message.split('|')
    return misshapen(message + (value === '' ? `'${param}'.` : String(value)), { param, ...(code && { code }) })
  }
  if (issue.code === 'too_big') return misshapen(`Invalid ${param}: it is too long.`, { param, code: 'parameter_invalid' })
  if (issue.code === 'invalid_value') return misshapen(`Invalid ${param}: must be one of ${issue.values.join(', ')}`, { param })
  return misshapen(`Invalid ${issue.code === 'invalid_type' ? issue.expected : 'object'}: ${param}`, { param })
}

/** Merges a call's metadata into the existing metadata. */
export const mergeMetadata = (before: Record<string, string> | null, brought: '' | Record<string, string> | undefined) => {
  if (brought === '') return {}
  return Object.fromEntries(Object.entries({ ...before, ...brought }).filter(([, value]) => value !== ''))
}
