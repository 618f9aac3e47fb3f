/** Reads the API's routes from the app itself. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Json, type Shape, sampleOf } from '#server/lib/http/examples.ts'
import type { Access } from '#shared/endpoint.ts'

type Part = 'params' | 'querystring' | 'body'

export type ApiRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  access: Access | undefined
  /** The schema of each part of a call. */
  parts: Partial<Record<Part, Shape>>
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const shapeOf = (schema: unknown): Shape => z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }) as unknown as Shape

/** Returns every API route once. */
export const apiRoutesOf = (app: FastifyInstance): ApiRoute[] =>
  app.routes
    .filter(({ url, config }) => (url.startsWith('/api') || config?.call !== undefined) && config?.access !== undefined)
    .flatMap(({ method, url, config, schema }) =>
      METHODS.filter((each) => [method].flat().includes(each)).map((each) => {
        const parts: ApiRoute['parts'] = {}
        for (const part of ['params', 'querystring', 'body'] as const) if (schema?.[part]) parts[part] = shapeOf(schema[part])
        return { method: each, url, access: config?.access, parts }
      }),
    )

/** Keeps only one of several array properties that have the same schema, such as a template's five weekdays. */
const distinct = (properties: [string, Shape][]) =>
  properties.filter(
    ([, { type, items }], index) =>
      type !== 'array' || properties.findIndex(([, other]) => JSON.stringify(other.items) === JSON.stringify(items)) === index,
  )

/**
 * Returns the key path to each place where the schema accepts arbitrary text. If several arrays have the same schema, uses only the first.
 */
export const textsIn = (shape: Shape, way: string[] = []): string[][] => {
  const { type, properties, items, anyOf } = shape
  if (anyOf) return anyOf.flatMap((each) => textsIn(each, way))
  if (type === 'object') return distinct(Object.entries(properties ?? {})).flatMap(([key, property]) => textsIn(property, [...way, key]))
  if (type === 'array') return items ? textsIn(items, [...way, '0']) : []
  return [type].flat().includes('string') && shape.const === undefined && !shape.enum ? [way] : []
}

/** Returns a copy of the sample with the value at one path replaced. */
export const withValue = (sample: Json, [key, ...rest]: string[], value: Json): Json => {
  if (key === undefined) return value
  if (Array.isArray(sample)) return sample.map((item, index) => (String(index) === key ? withValue(item, rest, value) : item))
  const known = sample as Record<string, Json>
  return { ...known, [key]: withValue(known[key] ?? null, rest, value) }
}

/** Returns the URL with its path parameters and query filled in. */
export const addressOf = ({ url, parts }: ApiRoute, given: { params?: Json; query?: Json } = {}): string => {
  const params = (given.params ?? (parts.params ? sampleOf(parts.params) : {})) as Record<string, Json>
  const path = url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
  const query = Object.entries((given.query ?? {}) as Record<string, Json>).map(([name, value]) => [name, String(value)])
  return query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path
}
