/** Finds where a newer version of a call no longer fits a client of an older one. Knows the parts of JSON Schema that the contracts produce. */

export type Schema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  pattern?: string
  format?: string
} & Partial<Record<(typeof AT_LEAST)[number] | (typeof AT_MOST)[number], number>>
export type Call = { call: string; params?: Schema; query?: Schema; body?: Schema; reply?: Schema }

const AT_LEAST = ['minLength', 'minItems', 'minimum', 'exclusiveMinimum'] as const
const AT_MOST = ['maxLength', 'maxItems', 'maximum', 'exclusiveMaximum'] as const

const optionsOf = ({ anyOf, oneOf }: Schema): Schema[] | undefined => anyOf ?? oneOf
const typesOf = ({ type, const: only, enum: values }: Schema): string[] =>
  type === undefined && (only !== undefined || values) ? [typeof (only ?? values?.[0])] : [type ?? []].flat()
const valuesOf = (schema: Schema): unknown[] | undefined => (schema.const === undefined ? schema.enum : [schema.const])
const isAnything = (schema: Schema) => Object.keys(schema).every((key) => key === 'default')
const hasType = (schema: Schema, type: string): boolean =>
  typesOf(schema).some((one) => one === type || (one === 'number' && type === 'integer'))

/** Returns no problems if one of the options has none, else those of the first. */
const best = (options: readonly Schema[], problemsOf: (option: Schema) => string[]): string[] => {
  const all = options.map(problemsOf)
  return all.find((problems) => problems.length === 0) ?? all[0] ?? []
}

const objectRefused = (then: Schema, now: Schema, way: string): string[] => [
  ...(now.required ?? []).filter((key) => !then.required?.includes(key)).map((key) => `${way}.${key} is required`),
  ...Object.entries(then.properties ?? {}).flatMap(([key, property]) => {
    const taken = now.properties?.[key] ?? now.additionalProperties
    if (taken === undefined || typeof taken === 'boolean') return taken === true ? [] : [`${way}.${key} isn’t taken`]
    return refusedBy(property, taken, `${way}.${key}`)
  }),
  ...(typeof then.additionalProperties === 'object' && typeof now.additionalProperties === 'object'
    ? refusedBy(then.additionalProperties, now.additionalProperties, `${way}.*`)
    : []),
]

/** Returns where `now` refuses values that `then` accepted. */
const refusedBy = (then: Schema, now: Schema, way: string): string[] => {
  if (isAnything(now)) return []
  const thenOptions = optionsOf(then)
  if (thenOptions) return thenOptions.flatMap((option) => refusedBy(option, now, way))
  const nowOptions = optionsOf(now)
  if (nowOptions) return best(nowOptions, (option) => refusedBy(then, option, way))
  if (now.allOf)
    return [{ ...now, allOf: undefined } as unknown as Schema, ...now.allOf].flatMap((part) => refusedBy(then, withType(part, now), way))
  // Each part is wider than the whole, so it's enough if one fits.
  if (then.allOf)
    return best([...then.allOf.map((part) => withType(part, then)), { ...then, allOf: undefined } as unknown as Schema], (part) =>
      refusedBy(part, now, way),
    )
  const missing = typesOf(then).filter((type) => !hasType(now, type))
  if (missing.length > 0 || (isAnything(then) && typesOf(now).length > 0)) return [`${way} doesn’t take ${missing.join() || 'anything'}`]
  const values = valuesOf(now)
  const old = valuesOf(then)
  return [
    ...(values && !old?.every((value) => values.includes(value)) ? [`${way} takes fewer values`] : []),
    ...(!old && now.pattern !== undefined && now.pattern !== then.pattern ? [`${way} has another pattern`] : []),
    ...AT_LEAST.filter((limit) => (now[limit] ?? Number.NEGATIVE_INFINITY) > (then[limit] ?? Number.NEGATIVE_INFINITY)).map(
      (limit) => `${way} has a higher ${limit}`,
    ),
    ...AT_MOST.filter((limit) => !old && (now[limit] ?? Number.POSITIVE_INFINITY) < (then[limit] ?? Number.POSITIVE_INFINITY)).map(
      (limit) => `${way} has a lower ${limit}`,
    ),
    ...(now.items && then.items ? refusedBy(then.items, now.items, `${way}[]`) : []),
    ...objectRefused(then, now, way),
  ]
}

const withType = (part: Schema, { type }: Schema): Schema => ({ ...(type !== undefined && { type }), ...part })

/**
 * Returns where `now` doesn't return what `then` promised: a field is missing, or has another type. New fields and new values of an
 * enumeration are fine.
 */
const missingIn = (then: Schema, now: Schema, way: string): string[] => {
  if (isAnything(then)) return []
  const nowOptions = optionsOf(now)
  if (nowOptions) return nowOptions.flatMap((option) => missingIn(then, option, way))
  const thenOptions = optionsOf(then)
  if (thenOptions) return best(thenOptions, (option) => missingIn(option, now, way))
  const added = typesOf(now).filter((type) => !hasType(then, type))
  if (added.length > 0 || isAnything(now)) return [`${way} can be ${added.join() || 'anything'}`]
  return [
    ...Object.entries(then.properties ?? {}).flatMap(([key, property]) => {
      const returned = now.properties?.[key]
      if (!returned) return [`${way}.${key} is missing`]
      const isOptional = then.required?.includes(key) && !now.required?.includes(key)
      return isOptional ? [`${way}.${key} can be missing`] : missingIn(property, returned, `${way}.${key}`)
    }),
    ...(typeof then.additionalProperties === 'object' && typeof now.additionalProperties === 'object'
      ? missingIn(then.additionalProperties, now.additionalProperties, `${way}.*`)
      : []),
    ...(then.items && now.items ? missingIn(then.items, now.items, `${way}[]`) : []),
  ]
}

/** Returns what a client of an older version can no longer do. */
export const brokenCalls = (then: readonly Call[], now: readonly Call[]): string[] => {
  const current = new Map(now.map((call) => [call.call, call]))
  return then.flatMap(({ call, reply, ...parts }) => {
    const same = current.get(call)
    if (!same) return [`${call} is gone`]
    const sent = (['params', 'query', 'body'] as const).flatMap((part) =>
      refusedBy(parts[part] ?? { type: 'object', properties: {} }, same[part] ?? {}, `${call} ${part}`),
    )
    return reply ? [...sent, ...missingIn(reply, same.reply ?? {}, `${call} reply`)] : sent
  })
}
