/** What the app answers to, read from the app itself, with bodies that its own schemas would take. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Access } from '#shared/endpoint.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type JsonSchema = {
  type?: string
  const?: Json
  enum?: Json[]
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  format?: string
  pattern?: string
  minimum?: number
}
type Part = 'params' | 'querystring' | 'body'

export type ApiRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  access: Access | undefined
  /** The shape of each part that a call may bring. */
  parts: Partial<Record<Part, JsonSchema>>
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const shapeOf = (schema: unknown): JsonSchema =>
  z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }) as unknown as JsonSchema

/** Every call of the API, each once. */
export const apiRoutesOf = (app: FastifyInstance): ApiRoute[] =>
  app.routes
    .filter(({ url, config }) => url.startsWith('/api') && config?.access !== undefined)
    .flatMap(({ method, url, config, schema }) =>
      METHODS.filter((each) => [method].flat().includes(each)).map((each) => {
        const parts: ApiRoute['parts'] = {}
        for (const part of ['params', 'querystring', 'body'] as const) if (schema?.[part]) parts[part] = shapeOf(schema[part])
        return { method: each, url, access: config?.access, parts }
      }),
    )

const KNOWN: Record<string, Json> = {
  email: 'stranger@school.example',
  password: 'first-bell',
  passwordHash: 'first-bell',
  currentPassword: 'first-bell',
  newPassword: 'second-bell',
  confirmation: 'DELETE',
  timezone: 'America/New_York',
  date: '2026-11-18',
  from: '2026-11-16',
  to: '2026-11-20',
  weekStartDate: '2026-11-16',
  startTime: '08:00',
  endTime: '08:45',
  title: 'Math',
  name: 'Normal day',
}
const SOME_ID = '7b1d8f1e-7e0a-4c54-9f5b-1d2c3a4b5c6d'

/** A value that the shape would take; by its name where the shape does not say all. */
export const sampleOf = (shape: JsonSchema, name = ''): Json => {
  const { type, properties, items, enum: choices, anyOf, format } = shape
  if (shape.const !== undefined) return shape.const
  if (choices?.[0] !== undefined) return choices[0]
  if (anyOf?.[0]) return sampleOf(anyOf[0], name)
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties ?? {}).map(([key, property]) => [key, sampleOf(property, key)]))
  if (type === 'array') return items ? [sampleOf(items, name === 'dates' ? 'date' : name)] : []
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return shape.minimum ?? 1
  if (type === 'null') return null
  if (format === 'uuid' || name === 'id') return SOME_ID
  return KNOWN[name] ?? (format === 'date' ? '2026-11-18' : 'Text')
}

/** Lists of one shape, as the five weekdays of a template are, once. */
const distinct = (properties: [string, JsonSchema][]) =>
  properties.filter(
    ([, { type, items }], index) =>
      type !== 'array' || properties.findIndex(([, other]) => JSON.stringify(other.items) === JSON.stringify(items)) === index,
  )

/** Where the shape takes any text: the way to each, as keys. Of lists of one shape, those in the first. */
export const textsIn = (shape: JsonSchema, way: string[] = []): string[][] => {
  const { type, properties, items, anyOf } = shape
  if (anyOf) return anyOf.flatMap((each) => textsIn(each, way))
  if (type === 'object') return distinct(Object.entries(properties ?? {})).flatMap(([key, property]) => textsIn(property, [...way, key]))
  if (type === 'array') return items ? textsIn(items, [...way, '0']) : []
  return type === 'string' && shape.const === undefined && !shape.enum ? [way] : []
}

/** A copy with one place in it set to something else. */
export const withValue = (sample: Json, [key, ...rest]: string[], value: Json): Json => {
  if (key === undefined) return value
  if (Array.isArray(sample)) return sample.map((item, index) => (String(index) === key ? withValue(item, rest, value) : item))
  const known = sample as Record<string, Json>
  return { ...known, [key]: withValue(known[key] ?? null, rest, value) }
}

/** The address with its parameters and query filled in. */
export const addressOf = ({ url, parts }: ApiRoute, given: { params?: Json; query?: Json } = {}): string => {
  const params = (given.params ?? (parts.params ? sampleOf(parts.params) : {})) as Record<string, Json>
  const path = url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? SOME_ID)))
  const query = Object.entries((given.query ?? {}) as Record<string, Json>).map(([name, value]) => [name, String(value)])
  return query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path
}
