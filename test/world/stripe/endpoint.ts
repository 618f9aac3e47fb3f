/** A Stripe API call, with its parameters and its response. */
import type { z } from 'zod'
import { type Pages, readParameters } from './parameters.ts'
import { invalid, missing } from './refusal.ts'
import type { World } from './world.ts'

export type Endpoint = {
  method: 'GET' | 'POST' | 'DELETE'
  path: RegExp
  answer: (world: World, values: Parameters<typeof readParameters>[1], ids: string[]) => { expand: string[]; object: unknown }
}

/** Defines a call. A colon in `path` marks an id parameter. */
export const endpoint = <Shape extends z.ZodType<{ expand?: string[] | undefined }>>(
  method: Endpoint['method'],
  path: string,
  shape: Shape,
  answers: (world: World, params: z.output<Shape>, ...ids: string[]) => object,
): Endpoint => ({
  method,
  path: new RegExp(`^${path.replaceAll(/:\w+/g, '([^/]+)')}$`),
  answer: (world, values, ids) => {
    const params = readParameters(shape, values)
    return { expand: params.expand ?? [], object: answers(world, params, ...ids) }
  },
})

/** Returns a page of rows, newest first as in Stripe. Expects the rows oldest first. */
export const listOf = <T extends { id: string }>(url: string, rows: Iterable<T>, { limit = 10, starting_after, ending_before }: Pages) => {
  if (limit < 1 || limit > 100)
    throw invalid(`Invalid integer: ${limit}. It must be between 1 and 100.`, { param: 'limit', code: 'parameter_invalid_integer' })
  const all = [...rows].reverse()
  const place = (id: string, param: string) => {
    const index = all.findIndex((row) => row.id === id)
    if (index < 0) throw missing('object', id, param)
    return index
  }
  const from = starting_after === undefined ? 0 : place(starting_after, 'starting_after') + 1
  const to = ending_before === undefined ? all.length : place(ending_before, 'ending_before')
  const begin = ending_before === undefined ? from : Math.max(from, to - limit)
  const data = all.slice(begin, Math.min(to, begin + limit))
  const hasMore = ending_before === undefined ? from + limit < to : begin > from
  return { object: 'list' as const, url, has_more: hasMore, data }
}

type Range = number | { gt?: number | undefined; gte?: number | undefined; lt?: number | undefined; lte?: number | undefined } | undefined

/** Returns true if a time is within a list call's range. */
export const isWithin = (time: number, range: Range): boolean => {
  if (range === undefined) return true
  if (typeof range === 'number') return time === range
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range
  return time > gt && time >= gte && time < lt && time <= lte
}
