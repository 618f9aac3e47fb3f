import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import Fastify, { type FastifyContextConfig } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { makeDownloads } from '#server/features/export/links/actions.ts'
import { makeSharedLimits } from '#server/lib/limits/shared-limits.ts'
import { contract } from '#shared/endpoint.ts'
import { refusals } from '#shared/errors.ts'
import { apiRoutesOf } from '#test/api-routes.ts'
import { app, call, clock, db, unnamedRefusals } from '#test/app.ts'
import { API_PAGE } from './api-document.ts'
import { answerErrors } from './errors.ts'
import { Refused } from './refuse.ts'
import { type Once, requireAccess, serve } from './serve.ts'

type DocumentedCall = NonNullable<FastifyContextConfig['call']>
type Media = { schema: { $ref?: string; allOf?: { properties?: { code: { enum: string[] } } }[] }; example?: unknown }
type Answer = { $ref?: string; description: string; content: Record<string, Media> }
type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters: { name: string; in: string }[]
  requestBody?: { required: boolean; content: Record<string, Media> }
  responses: Record<string, Answer>
}
type ApiDocument = {
  openapi: string
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { properties: object }>; responses: Record<string, Answer> }
}

const calls: DocumentedCall[] = app.routes.flatMap(({ config }) => config?.call ?? [])
const JSON_TYPE = 'application/json'
let document: ApiDocument
beforeAll(async () => {
  document = (await call('GET', '/api/openapi.json')).body
})

const operationOf = ({ endpoint: { path, method } }: DocumentedCall) =>
  document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] as Operation
const answersOf = ({ responses }: Operation) =>
  Object.entries(responses).map(([status, answer]) => {
    const shared = answer.$ref && document.components.responses[answer.$ref.replace('#/components/responses/', '')]
    return { status: Number(status), ...(shared || answer) }
  })

test('every call of the server is in the document', () => {
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  const there = apiRoutesOf(app).map(({ method, url }) => `${method} ${url}`)
  expect(described.sort()).toEqual(there.filter((name) => name !== 'GET /api/openapi.json').sort())
})

describe.each(calls.map((each) => [each.name, each] as const))('the document of %s', (name, each) => {
  const { endpoint } = each

  test('has its name, its texts and its inputs', () => {
    const { operationId, summary, description, parameters, requestBody } = operationOf(each)
    const sentence = expect.stringMatching(/^[A-Z].*\.$/)
    expect([operationId, summary, description]).toEqual([name, sentence, sentence])
    expect(description).not.toMatch(/^This /)
    expect(parameters.filter((parameter) => parameter.in === 'path').map((parameter) => `:${parameter.name}`)).toEqual(
      endpoint.path.match(/:\w+/g) ?? [],
    )
    expect(requestBody !== undefined).toBe(endpoint.body !== undefined || endpoint.raw === true)
  })

  test('lists every refusal it can return, as an Error with its codes', () => {
    const described = answersOf(operationOf(each))
      .filter(({ status }) => status >= 400)
      .flatMap(({ status, content }) => {
        const [error, codes] = content[JSON_TYPE]?.schema.allOf ?? []
        expect(error).toEqual({ $ref: '#/components/schemas/Error' })
        return (codes?.properties?.code.enum ?? []).map((code) => ({ status, code }))
      })
    const byCode = (a: { code: string }, b: { code: string }) => (a.code < b.code ? -1 : 1)
    expect(described.sort(byCode)).toEqual(each.refusals.map((code) => ({ status: refusals[code].status, code })).sort(byCode))
  })

  test('has valid examples of its body and its reply', () => {
    const { requestBody } = operationOf(each)
    const { reply, file, redirect, document: page, stream } = endpoint
    if (endpoint.body) expect(z.safeParse(endpoint.body, requestBody?.content[JSON_TYPE]?.example).error).toBeUndefined()
    const done = answersOf(operationOf(each)).filter(({ status }) => status < 400)
    expect(done.map(({ status }) => status)).toEqual(redirect ? [303] : (endpoint.answers ?? [200]))
    for (const { status, content } of done)
      if (status === 204) expect(content).toBeUndefined()
      else if (reply && !file) expect(z.safeParse(reply, content[page ?? stream ?? JSON_TYPE]?.example).error).toBeUndefined()
  })
})

describe('the document', () => {
  test('defines a named shape once and references it everywhere', () => {
    expect(document.openapi).toBe('3.1.0')
    const { schemas, responses } = document.components
    for (const name of [
      'CalendarDay',
      'DailyTemplate',
      'Error',
      'OperationResult',
      'TimeBlock',
      'TimeBlockInput',
      'User',
      'WeeklyTemplate',
    ])
      expect(schemas).toHaveProperty(name)
    expect(document.paths['/api/calendar']?.['get']?.responses['200']?.content[JSON_TYPE]?.schema).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/CalendarDay' },
    })
    expect(schemas['CalendarDay']?.properties).toMatchObject({ blocks: { items: { $ref: '#/components/schemas/TimeBlock' } } })
    const referred = new Set(JSON.stringify(document).match(/#\/components\/\w+\/\w+/g))
    const there = [
      '#/components/parameters/IdempotencyKey',
      ...Object.keys(schemas).map((name) => `#/components/schemas/${name}`),
      ...Object.keys(responses).map((name) => `#/components/responses/${name}`),
    ]
    expect([...referred].sort()).toEqual(there.sort())
    // No traces of Zod's own format remain.
    expect(JSON.stringify(document)).not.toMatch(/\$defs|\$schema/)
  })

  test("passes the linter's rules for OpenAPI without an error or a warning", async () => {
    const linter = new spectralCore.Spectral()
    linter.setRuleset(spectralRulesets.oas as RulesetDefinition)
    const found = await linter.run(JSON.stringify(document))
    expect(found.map(({ code, path, message }) => `${code} at ${path.join('.')}: ${message}`)).toEqual([])
  })

  test('declares each tag that its calls use, and no other', () => {
    const used = calls.flatMap((each) => operationOf(each).tags)
    expect(new Set(document.tags.map(({ name }) => name))).toEqual(new Set(used))
  })

  test('is available as a page', async () => {
    const page = await app.inject(`${API_PAGE}/`)
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toContain('text/html')
    expect((await app.inject(`${API_PAGE}/static/swagger-ui-bundle.js`)).statusCode).toBe(200)
  })

  test("and its page's files are generated and compressed only once", async () => {
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
    for (const url of [
      '/api/openapi.json',
      `${API_PAGE}/json`,
      `${API_PAGE}/static/swagger-ui-bundle.js`,
      `${API_PAGE}/static/swagger-ui.css`,
    ]) {
      const plain = await app.inject(url)
      for (const encoding of ['br', 'gzip', 'br'] as const) {
        const { headers, rawPayload } = await app.inject({ url, headers: { 'accept-encoding': encoding } })
        // A response compressed while it is sent wouldn't have a content length.
        expect([headers['content-encoding'], headers['content-length']]).toEqual([encoding, `${rawPayload.length}`])
        expect(unpack[encoding](rawPayload).equals(plain.rawPayload)).toBe(true)
      }
    }
    const { etag } = (await app.inject('/api/openapi.json')).headers
    expect((await app.inject({ url: '/api/openapi.json', headers: { 'if-none-match': String(etag) } })).statusCode).toBe(304)
    expect((await app.inject(`${API_PAGE}/json`)).headers.etag).toBe(etag)
    expect((await app.inject(`${API_PAGE}/yaml`)).statusCode).toBe(404)
  })
})

describe('an incomplete contract', () => {
  const knock = contract({
    knock: {
      method: 'GET',
      path: '/api/knock',
      access: 'public',
      summary: 'Knock.',
      description: 'Returns a question.',
      reply: z.string(),
    },
  })
  const bare = () => {
    const own = Fastify()
    own.setValidatorCompiler(validatorCompiler)
    own.setSerializerCompiler(serializerCompiler)
    answerErrors(own)
    requireAccess(own, API_PAGE)
    return {
      own,
      serving: {
        app: own,
        db,
        services: {},
        clock,
        limits: makeSharedLimits(),
        identify: async () => undefined,
        downloads: makeDownloads(db, clock, async () => undefined),
        once: (async (_call, run) => run()) satisfies Once,
      },
    }
  }

  test('fails the test if its call returns an undeclared refusal', async () => {
    const { own, serving } = bare()
    const found = unnamedRefusals(own)
    serve(serving, knock, { knock: () => Promise.reject(new Refused('taken')) })
    expect((await own.inject('/api/knock')).statusCode).toBe(409)
    expect(found).toEqual(['knock refuses as taken: name it in its contract'])
  })

  test('prevents the server from starting if two calls have the same name', () => {
    const { serving } = bare()
    const again = contract({ knock: { ...knock.knock, path: '/api/knock-again' } })
    serve(serving, knock, { knock: async () => 'Who is there?' })
    expect(() => serve(serving, again, { knock: async () => 'Who is there?' })).toThrow('Two calls are named knock')
  })
})
