/** Reads the calls of a version of the app from its contracts, as data that later versions can be compared with. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { filesUnder, projectRoot } from './project.mjs'

/** @typedef {Record<string, unknown>} Schema JSON Schema. */
/** @typedef {{ call: string, params?: Schema, query?: Schema, body?: Schema, reply?: Schema }} Call */

/**
 * @param {any} schema
 * @param {'input' | 'output'} io
 * @returns {Schema}
 */
const schemaOf = (schema, io) => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', cycles: 'ref', metadata: z.registry() })
  return rest
}

/**
 * Returns the calls of the app in `root`, sorted. `call` is the method and the path. Loads TypeScript, so it needs Vitest or tsx.
 * @returns {Promise<Call[]>}
 */
export const callsOf = async (root = projectRoot) => {
  /** @type {Call[]} */
  const calls = []
  for (const file of filesUnder('src/shared', root).filter((file) => file.endsWith('/contract.ts'))) {
    const exported = await import(/* @vite-ignore */ pathToFileURL(path.join(root, file)).href)
    for (const endpoint of Object.values(exported).flatMap((one) => Object.values(Object(one)))) {
      if (typeof endpoint?.path !== 'string' || typeof endpoint.method !== 'string') continue
      /** @type {Call} */
      const call = { call: `${endpoint.method} ${endpoint.path}` }
      for (const part of /** @type {const} */ (['params', 'query', 'body']))
        if (endpoint[part]) call[part] = schemaOf(endpoint[part], 'input')
      if (endpoint.reply) call.reply = schemaOf(endpoint.reply, 'output')
      calls.push(call)
    }
  }
  return calls.sort((a, b) => (a.call < b.call ? -1 : 1))
}
