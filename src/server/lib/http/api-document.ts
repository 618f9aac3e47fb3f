/**
 * `/api/openapi.json`, made from the contracts: others make their clients from it, and `/api/docs` is a page to read it.
 *
 * 1. A call's `operationId` is its name in the contract; no two have the same.
 * 2. A shape with a name (`names` in endpoint.ts) stands under `components` once, and is referred to everywhere else.
 * 3. A call lists every refusal that it can answer. Those that it shares with others are described once.
 */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyContextConfig, FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { DownloadLink, type Endpoint, ErrorBody, isLinked, names } from '#shared/endpoint.ts'
import { type Refusal, refusals } from '#shared/errors.ts'
import { bodyExampleOf, type Shape, sampleOf } from './examples.ts'
import { packOnce } from './pack-once.ts'
import { Refused } from './refuse.ts'

export const API_PAGE = '/api/docs'

/** The page draws itself with styles in attributes and elements of its own, and asks nobody but us. */
const PAGE_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'"

type Call = NonNullable<FastifyContextConfig['call']>
/** Whether a shape is of what is sent or of what is answered: a field with a default may be left out of the one only. */
type Direction = 'input' | 'output'

const shapeOf = (schema: z.core.$ZodType, io: Direction, metadata: typeof names) =>
  z.toJSONSchema(schema, {
    io,
    metadata,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // A date, an id or an address is known by its format; zod's pattern for it would be longer than all the rest.
      if (jsonSchema.format) delete jsonSchema.pattern
      // What is answered may have more fields one day.
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
const NO_NAMES = z.registry<{ id: string }>()
/** A shape in full, without a reference. */
const wholeShapeOf = (schema: z.core.$ZodType, io: Direction) => shapeOf(schema, io, NO_NAMES) as Shape

const BELOW = '#/components'
const HEADINGS = { 200: 'Done.', 201: 'Made.', 204: 'Done; there is no body.' }
const LEADS_ON = {
  description: 'Leads on to the address in the header Location.',
  headers: { location: { schema: { type: 'string' } } },
}

/** What calls share: shapes by name, refusals by their codes. */
const makeComponents = () => {
  const schemas: Record<string, object> = {}
  const responses: Record<string, object> = {}

  /** The shape as it stands in a call: a reference where it, or a part of it, has a name. */
  const refer = (schema: z.core.$ZodType, io: Direction): object => {
    // Inside of a list a shape with a name is a reference too; at the top it would be written out.
    const text = JSON.stringify(shapeOf(z.array(schema), io, names)).replaceAll('"#/$defs/', `"${BELOW}/schemas/`)
    const { $defs = {}, items } = JSON.parse(text) as { $defs?: Record<string, { id: string }>; items: object }
    for (const [name, { id: _, ...shape }] of Object.entries($defs)) {
      if (schemas[name] && !isDeepStrictEqual(schemas[name], shape))
        throw new Error(`${name} is not the same in what is sent and in what is answered: give each a name of its own`)
      schemas[name] = shape
    }
    return items
  }

  /** The refusals of one status. */
  const refuse = (codes: readonly Refusal[]): object => {
    const name = codes.join('_or_')
    const [first = 'broken'] = codes
    responses[name] ??= {
      description: codes.map((code) => `\`${code}\`: ${refusals[code].message}`).join(' '),
      content: {
        'application/json': {
          schema: {
            allOf: [{ $ref: `${BELOW}/schemas/Error` }, { type: 'object', properties: { code: { enum: codes } }, required: ['code'] }],
          },
          example: { code: first, message: refusals[first].message },
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

/** Asks for a link to a file instead of the file. */
const PREFER_LINK = { name: 'prefer', in: 'header', required: false, schema: { const: 'link' } }

/** A file, and the link that is answered instead where it is asked for. */
const fileOf = (endpoint: Endpoint, file: string, { refer }: Components) => {
  if (!isLinked(endpoint)) return { [file]: BYTES }
  const link = { schema: refer(DownloadLink, 'output'), example: { address: '/api/downloads/token' } }
  const type = 'application/json'
  return file === type ? { [type]: { schema: { anyOf: [BYTES.schema, link.schema] } } } : { [file]: BYTES, [type]: link }
}

/** The replies of success by their statuses. */
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

const operationOf = ({ name, endpoint, refusals: codes }: Call, components: Components) => {
  const { path, access, summary, params, query } = endpoint
  return {
    operationId: name,
    summary,
    tags: [path.split('/')[2]],
    ...(access !== 'public' && { security: [{ bearer: [] }] }),
    parameters: [...parametersOf(params, 'path'), ...parametersOf(query, 'query'), ...(isLinked(endpoint) ? [PREFER_LINK] : [])],
    requestBody: bodyOf(endpoint, components),
    responses: {
      ...repliesOf(endpoint, components),
      ...Object.fromEntries([...refusalsByStatus(codes)].map(([status, ofStatus]) => [status, components.refuse(ofStatus)])),
    },
  }
}

/** The document of some calls. */
const documentOf = (calls: readonly Call[]) => {
  const components = makeComponents()
  const paths: Record<string, Record<string, object>> = {}
  for (const call of calls) {
    const path = call.endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.endpoint.method.toLowerCase()]: operationOf(call, components) }
  }
  const { schemas, responses } = components
  return {
    openapi: '3.1.0',
    info: { title: 'Firstbell', version: '1', description: 'Lesson Planning Made Simple' },
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } }, schemas, responses },
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
    // Once, when all calls are there: making it takes a tenth of a second.
    scope.addHook('onReady', async () => {
      text = JSON.stringify(app.swagger())
      etag = `"${createHash('sha256').update(text).digest('base64url')}"`
    })
    const sendDocument = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
      reply.headers({ etag, 'cache-control': 'no-cache' }).type('application/json; charset=utf-8')
      return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(text)
    }
    scope.get('/api/openapi.json', { config: { access: 'public' } }, sendDocument)
    // The plugin would make the document again for each request of these two. Its page always asks for the first.
    scope.addHook('onRequest', async (request, reply) => {
      const { url } = request.routeOptions
      if (url === `${API_PAGE}/json`) return sendDocument(request, reply)
      if (url === `${API_PAGE}/yaml`) throw new Refused('not_found')
    })
    await scope.register(swaggerUi, {
      routePrefix: API_PAGE,
      staticCSP: PAGE_POLICY,
      uiConfig: { persistAuthorization: false },
    })
  }
  await app.register(page)
}
