import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

export const API_PAGE = '/api/docs'

/** The page draws itself with styles in attributes and elements of its own, and asks nobody but us. */
const PAGE_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'"

/** `/api/openapi.json`, made from the contracts, and `/api/docs`, a page to read it and try the calls. */
export const describeApi = async (app: FastifyInstance): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Firstbell', version: '1', description: 'Lesson Planning Made Simple' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  })
  app.get('/api/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async () => app.swagger())
  await app.register(swaggerUi, {
    routePrefix: API_PAGE,
    staticCSP: PAGE_POLICY,
    uiConfig: { url: '/api/openapi.json', persistAuthorization: false },
  })
}
