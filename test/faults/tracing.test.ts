/** The built server with and without a collector of OpenTelemetry: what it loads, and what is sent when it stops. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startCollector } from '#test/collector.ts'
import { fillDataDir } from '#test/migrated.ts'
import { type RunningServer, runServer, startServer } from '#test/server.ts'

let folder: string
let server: RunningServer | undefined
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'firstbell-tracing-'))
  await fillDataDir(path.join(folder, 'data'))
})
afterEach(async () => {
  await server?.end('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Starts the server with a settings file, and with a script that lists the packages it loaded when it ends. */
const start = async (settings: Record<string, string>): Promise<RunningServer> => {
  const list = path.join(folder, 'list.cjs')
  const loaded = JSON.stringify(path.join(folder, 'loaded'))
  writeFileSync(
    list,
    `process.on('exit', () => require('node:fs').writeFileSync(${loaded}, Object.keys(require('node:module')._cache).join('\\n')))`,
  )
  const file = path.join(folder, 'firstbell.env')
  writeFileSync(
    file,
    Object.entries(settings)
      .map((entry) => `${entry.join('=')}\n`)
      .join(''),
  )
  server = await startServer({ DATA_DIR: path.join(folder, 'data'), SETTINGS_FILE: file }, ['--liftoff-only', '--require', list])
  return server
}
/** Returns the packages of OpenTelemetry that the server had loaded when it ended, except the API, which prom-client loads. */
const loaded = (): string[] => {
  const found = readFileSync(path.join(folder, 'loaded'), 'utf8').matchAll(/node_modules\/(@opentelemetry\/[\w-]+)/g)
  return [...new Set([...found].map(([, name = '']) => name))].filter((name) => name !== '@opentelemetry/api')
}

test('a server sends its last traces when it stops, with settings from its file', async () => {
  const collector = await startCollector()
  const { call, end, printed } = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.address, OTEL_SERVICE_NAME: 'planner' })
  await call('GET', '/api/health')
  expect(await end('SIGTERM')).toBe(0)
  expect(collector.problems).toEqual([])
  expect(collector.spans.map(({ name }) => name)).toContain('GET /api/health')
  expect(collector.resources[0]).toMatchObject({ 'service.name': 'planner' })
  expect(loaded()).toContain('@opentelemetry/sdk-trace')
  expect(printed()).not.toContain('OTEL_')
  await collector.close()
})

test('a collector that takes a call and never answers neither disturbs calls nor keeps the server from stopping', async () => {
  const collector = await startCollector(() => undefined)
  const { call, end, printed } = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.address })
  expect((await call('GET', '/api/health')).status).toBe(200)
  expect(await end('SIGTERM')).toBe(0)
  expect(collector.spans.length).toBeGreaterThan(0)
  expect(printed()).toContain('the last traces were lost')
  await collector.close()
})

test.each([
  ['without settings for it', {}],
  ['if OpenTelemetry is turned off', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_SDK_DISABLED: 'true' }],
])('%s, a server loads nothing of OpenTelemetry', async (_when, settings) => {
  const { call, end } = await start(settings)
  await call('GET', '/api/health')
  expect(await end('SIGTERM')).toBe(0)
  expect(readFileSync(path.join(folder, 'loaded'), 'utf8')).toContain('node_modules/fastify/')
  expect(loaded()).toEqual([])
})

test('a server with a collector that has no valid address doesn’t start, and says why', async () => {
  const { code, printed } = await runServer({ DATA_DIR: path.join(folder, 'data'), OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })
  expect([code, printed]).toEqual([78, 'OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://127.0.0.1:4318\n'])
})
