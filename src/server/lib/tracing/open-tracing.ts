/**
 * The OpenTelemetry SDK with its exporter for OTLP over HTTP. Both read most of their variables from the environment.
 *
 * 1. Traces are sent in the background. Up to 2,048 spans wait for a collector that is down or slow, and later ones are dropped.
 * 2. Nothing is registered globally: packages that know OpenTelemetry can't add spans of their own, which may have personal data.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type Span as ApiSpan,
  type Attributes,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import { samplerOf } from './sampler.ts'
import type { Tracing } from './tracing.ts'

type Log = (message: string, details?: object) => void

type Opening = { version: string; variables: Readonly<Record<string, string | undefined>>; log: Log }

/** Milliseconds between two lines about traces that couldn't be sent. */
const QUIET_MS = 10 * 60_000

/** Milliseconds for the last traces. With the calls' and jobs' time, a stop stays within its limit. */
const CLOSE_MS = 1_500

/** Limits the lines about lost traces, because each batch can fail. The texts of a collector are cut, and never logged in full. */
const seldom = (log: Log) => {
  let quietUntil = 0
  return (error: string): void => {
    if (performance.now() < quietUntil) return
    quietUntil = performance.now() + QUIET_MS
    log('traces may have been lost', { error: error.slice(0, 200) })
  }
}

/** Returns an exporter that also reports failures. The SDK reports them with stack traces and the collector's reply. */
const reporting = (exporter: SpanExporter, lost: (error: string) => void): SpanExporter => ({
  export: (spans, done) =>
    exporter.export(spans, (result) => {
      if (result.error) lost(result.error.message || (result.error as NodeJS.ErrnoException).code || result.error.name)
      done(result)
    }),
  shutdown: () => exporter.shutdown(),
})

const providerOf = ({ version, variables, log }: Opening): { provider: TracerProvider; exporter: SpanExporter } => {
  const lost = seldom(log)
  let isOpening = true
  const warn = (message: string): void => (isOpening ? log(message) : lost(message))
  const quiet = (): void => undefined
  const logger = { error: lost, warn, info: quiet, debug: quiet, verbose: quiet }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
  const own = resourceFromAttributes({ 'service.name': 'firstbell', 'service.version': version, 'host.name': hostname() })
  const exporter = reporting(new OTLPTraceExporter(), lost)
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(variables, log),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const protocol = variables['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'] ?? variables['OTEL_EXPORTER_OTLP_PROTOCOL']
  if (protocol === 'grpc') log('OpenTelemetry: Firstbell sends traces as http/json, usually to port 4318, not as grpc.')
  isOpening = false
  return { provider, exporter }
}

/** Opens tracing. `variables` are those of OpenTelemetry, which must also be in the environment of the process. */
export const openTracing = (opening: Opening): Tracing => {
  const { version, log } = opening
  const { provider, exporter } = providerOf(opening)
  const tracer = provider.getTracer('firstbell', version)
  const current = new AsyncLocalStorage<ApiSpan>()
  const fail = (span: ApiSpan, kind: string): void => {
    span.setAttribute('error.type', kind).setStatus({ code: SpanStatusCode.ERROR })
  }
  const start = (name: string, kind: SpanKind, attributes: Attributes): ApiSpan => {
    const parent = current.getStore()
    return tracer.startSpan(name, { kind, attributes }, parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT)
  }
  return {
    startCall: ({ name, method, route, requestId }) => {
      const attributes = { 'http.request.method': method, 'http.route': route, 'firstbell.call': name, 'firstbell.request_id': requestId }
      const span = start(`${method} ${route}`, SpanKind.SERVER, attributes)
      return {
        run: (work) => current.run(span, work),
        end: (status) => {
          span.setAttribute('http.response.status_code', status)
          if (status >= 500) fail(span, String(status))
          span.end()
        },
      }
    },
    traceQuery: (nameOf) => {
      if (!current.getStore()?.isRecording()) return undefined
      const name = nameOf()
      const span = start(name, SpanKind.CLIENT, { 'db.system.name': 'postgresql', 'db.query.summary': name })
      return (error) => {
        // Messages have values. SQLSTATE and network codes don't.
        if (error) fail(span, (error as { code?: string }).code ?? 'unknown')
        span.end()
      }
    },
    traceJob: async (name, work) => {
      const span = start(name, SpanKind.INTERNAL, { 'firstbell.job': name })
      try {
        await current.run(span, work)
      } catch (error) {
        fail(span, error instanceof Error ? error.name : 'unknown')
        throw error
      } finally {
        span.end()
      }
    },
    close: async (mostMs = CLOSE_MS) => {
      // The provider gives up at the first batch that fails. The others are still on their way.
      const sent = provider
        .shutdown()
        .finally(() => exporter.shutdown())
        .then(
          () => undefined,
          ({ message }: Error) => message,
        )
      const error = await Promise.race([sent, pause(mostMs, 'The collector took too long.', { ref: false })])
      if (error !== undefined) log('the last traces were lost', { error: error.slice(0, 200) })
    },
  }
}
