/**
 * Serves `/api/openapi.json`, generated from the contracts for building clients, and `/api/docs`, a page for reading it.
 *
 * 1. A call's `operationId` is its unique name in the contract.
 * 2. A named shape (`names` in endpoint.ts) is defined once under `components` and referenced everywhere else.
 * 3. A call lists every refusal it can return. Refusals shared between calls are described once, without an example, because the linter in
 *    the test would validate each example at each call.
 * 4. A call's description includes its access, proof and limits from the contract, so the document always matches what the server enforces.
 */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyContextConfig, FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Access, DownloadLink, type Endpoint, ErrorBody, isKeyed, isLinked, names } from '#shared/endpoint.ts'
import { type Refusal, refusals } from '#shared/errors.ts'
import { API_TAGS, tagOf } from './api-tags.ts'
import { bodyExampleOf, type Shape, sampleOf } from './examples.ts'
import { packOnce } from './pack-once.ts'
import { Refused } from './refuse.ts'

export const API_PAGE = '/api/docs'

/** The page uses inline style attributes and elements, and makes requests only to this server. */
const PAGE_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'"

type DocumentedCall = NonNullable<FastifyContextConfig['call']>
/** Whether a shape is for requests or for responses. A field with a default is optional only in requests. */
type Direction = 'input' | 'output'

const shapeOf = (schema: z.core.$ZodType, io: Direction, metadata: typeof names) =>
  z.toJSONSchema(schema, {
    io,
    metadata,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Dates, IDs and addresses are identified by their format. Zod's patterns for them would be longer than the rest of the document.
      if (jsonSchema.format) delete jsonSchema.pattern
      // Responses may get more fields in the future.
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
const NO_NAMES = z.registry<{ id: string }>()
/** Returns the full shape, without references. */
const wholeShapeOf = (schema: z.core.$ZodType, io: Direction) => shapeOf(schema, io, NO_NAMES) as Shape

const BELOW = '#/components'
const HEADINGS = { 200: 'Done.', 201: 'Created.', 204: 'Done. The reply has no body.' }
const LEADS_ON = {
  description: 'Redirects to the address in the Location header.',
  headers: { location: { schema: { type: 'string' } } },
}

/** Creates the parts shared between calls: shapes by name, and refusals by their codes. */
const makeComponents = () => {
  const schemas: Record<string, object> = {}
  const responses: Record<string, object> = {}

  /** Returns the shape as used in a call, with references to its named parts. */
  const refer = (schema: z.core.$ZodType, io: Direction): object => {
    // Wrapped in an array, because Zod references a named shape inside an array but writes it out at the top level.
    const text = JSON.stringify(shapeOf(z.array(schema), io, names)).replaceAll('"#/$defs/', `"${BELOW}/schemas/`)
    const { $defs = {}, items } = JSON.parse(text) as { $defs?: Record<string, { id: string }>; items: object }
    for (const [name, { id: _, ...shape }] of Object.entries($defs)) {
      if (schemas[name] && !isDeepStrictEqual(schemas[name], shape))
        throw new Error(`${name} differs between requests and replies. Give each its own name.`)
      schemas[name] = shape
    }
    return items
  }

  /** Returns a reference to the response that describes these refusals, which all have the same status. */
  const refuse = (codes: readonly Refusal[]): object => {
    const name = codes.join('_or_')
    responses[name] ??= {
      description: codes.map((code) => `\`${code}\`: ${refusals[code].message}`).join(' '),
      content: {
        'application/json': {
          schema: {
            allOf: [{ $ref: `${BELOW}/schemas/Error` }, { type: 'object', properties: { code: { enum: codes } }, required: ['code'] }],
          },
        },
      },
    }
    return { $ref: `${BELOW}/responses/${name}` }
  }

  schemas['Error'] = refer(ErrorBody, 'output')
  return { schemas, responses, refer, refuse }
}
type Components = ReturnType<typeof makeComponents>

const parametersOf = (schema: z.core.$ZodType | undefined, place: 'path' | 'query') => {
  if (!schema) return []
  const { properties = {}, required = [] } = wholeShapeOf(schema, 'input')
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: shape,
    example: sampleOf(shape, { name }),
  }))
}

const BYTES = { schema: { type: 'string', format: 'binary' } }

const bodyOf = ({ body, raw }: Endpoint, { refer }: Components) => {
  if (raw) return { required: true, content: { '*/*': BYTES } }
  return (
    body && {
      required: !z.safeParse(body, undefined).success,
      content: { 'application/json': { schema: refer(body, 'input'), example: bodyExampleOf(wholeShapeOf(body, 'input')) } },
    }
  )
}

/** Header that requests a link to a file instead of the file itself. */
const PREFER_LINK = { name: 'prefer', in: 'header', required: false, schema: { const: 'link' } }

/** Header with which a repeated call returns its first response. */
const IDEMPOTENCY_KEY = {
  name: 'idempotency-key',
  in: 'header',
  required: false,
  description:
    'A random key, such as a UUID. For 24 hours, the same request with the same key returns the first response and changes nothing again. In a change of days, `operationId` does the same.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,100}$' },
  example: '3f2c9a54-7a0e-4f0c-9a7e-0d6f1f5d7f10',
}

/** Returns the content of a file response, including the link returned on request. */
const fileOf = (endpoint: Endpoint, file: string, { refer }: Components) => {
  if (!isLinked(endpoint)) return { [file]: BYTES }
  const link = { schema: refer(DownloadLink, 'output'), example: { address: '/api/downloads/token' } }
  const type = 'application/json'
  return file === type ? { [type]: { schema: { anyOf: [BYTES.schema, link.schema] } } } : { [file]: BYTES, [type]: link }
}

/** Returns the success responses by status. */
const repliesOf = (endpoint: Endpoint, components: Components) => {
  const { refer } = components
  const { reply, redirect, document, file, stream, answers = [200] } = endpoint
  if (redirect) return { 303: LEADS_ON }
  if (answers[0] === 204) return { 204: { description: HEADINGS[204] } }
  const content = file
    ? fileOf(endpoint, file, components)
    : document
      ? { [document]: { schema: { type: 'string' }, example: '<!doctype html>' } }
      : { [stream ?? 'application/json']: { schema: refer(reply, 'output'), example: sampleOf(wholeShapeOf(reply, 'output')) } }
  return Object.fromEntries(answers.map((status) => [status, { description: HEADINGS[status], content }]))
}

const refusalsByStatus = (codes: readonly Refusal[]): Map<number, Refusal[]> => {
  const byStatus = new Map<number, Refusal[]>()
  for (const code of codes) byStatus.set(refusals[code].status, [...(byStatus.get(refusals[code].status) ?? []), code])
  return byStatus
}

const ACCESS: Record<Access, string> = {
  public: 'Needs no sign-in.',
  account: 'For every signed-in user, even after their trial or plan has ended.',
  subscriber: 'Requires an active trial or plan.',
  editor: 'Users with an active trial or plan can change their own calendar, and school administrators their school’s.',
  schoolAdministrator: 'Only for administrators of a school.',
  platformAdministrator: 'Only for platform admins.',
}

const descriptionOf = ({ description, access, needsProof, perMinute, perHour }: Endpoint): string =>
  [
    description,
    ACCESS[access],
    needsProof && 'Except for guests, the user must have confirmed their identity in this session within the last five minutes.',
    perMinute && `At most ${perMinute.toLocaleString('en-US')} calls per minute.`,
    perHour && `At most ${perHour.toLocaleString('en-US')} calls per hour.`,
  ]
    .filter(Boolean)
    .join(' ')

const operationOf = ({ name, endpoint, refusals: codes }: DocumentedCall, components: Components) => {
  const { path, access, summary, params, query } = endpoint
  return {
    operationId: name,
    summary,
    description: descriptionOf(endpoint),
    tags: [tagOf(path)],
    ...(access !== 'public' && { security: [{ bearer: [] }] }),
    parameters: [
      ...parametersOf(params, 'path'),
      ...parametersOf(query, 'query'),
      ...(isLinked(endpoint) ? [PREFER_LINK] : []),
      ...(isKeyed(endpoint) ? [{ $ref: `${BELOW}/parameters/IdempotencyKey` }] : []),
    ],
    requestBody: bodyOf(endpoint, components),
    responses: {
      ...repliesOf(endpoint, components),
      ...Object.fromEntries([...refusalsByStatus(codes)].map(([status, ofStatus]) => [status, components.refuse(ofStatus)])),
    },
  }
}

/** Returns the OpenAPI document for these calls. */
const documentOf = (calls: readonly DocumentedCall[]) => {
  const components = makeComponents()
  const paths: Record<string, Record<string, object>> = {}
  for (const call of calls) {
    const path = call.endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.endpoint.method.toLowerCase()]: operationOf(call, components) }
  }
  const { schemas, responses } = components
  return {
    openapi: '3.1.0',
    info: {
      title: 'Firstbell',
      version: '1',
      description:
        'Lesson Planning Made Simple. Sign in with `login`, then send its `token` in each call’s Authorization header. Every error reply has a `code` for programs and a `message` for people.',
      contact: { name: 'The operator of this server (contactEmail in its settings)' },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: API_TAGS,
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
      schemas,
      responses,
    },
  }
}

/** Serves the document and its page. */
export const describeApi = async (app: FastifyInstance): Promise<void> => {
  await app.register(swagger, {
    openapi: {},
    transform: ({ url }) => ({ url, schema: { hide: true } }),
    transformObject: () => documentOf(app.routes.flatMap(({ config }) => config?.call ?? [])) as object,
  })
  const page: FastifyPluginAsync = async (scope) => {
    packOnce(scope)
    let [text, etag] = ['', '']
    // Runs once, after all calls are registered, because generating the document takes a tenth of a second.
    scope.addHook('onReady', async () => {
      text = JSON.stringify(app.swagger())
      etag = `"${createHash('sha256').update(text).digest('base64url')}"`
    })
    const sendDocument = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
      reply.headers({ etag, 'cache-control': 'no-cache' }).type('application/json; charset=utf-8')
      return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(text)
    }
    scope.get('/api/openapi.json', { config: { access: 'public' } }, sendDocument)
    // The plugin would regenerate the document for each request to these two URLs. Its page always requests the first one.
    scope.addHook('onRequest', async (request, reply) => {
      const { url } = request.routeOptions
      if (url === `${API_PAGE}/json`) return sendDocument(request, reply)
      if (url === `${API_PAGE}/yaml`) throw new Refused('not_found')
    })
    await scope.register(swaggerUi, {
      routePrefix: API_PAGE,
      staticCSP: PAGE_POLICY,
      // Lists the groups of calls. Rendering all calls at once takes seconds.
      uiConfig: { persistAuthorization: false, docExpansion: 'none' },
    })
  }
  await app.register(page)
}
