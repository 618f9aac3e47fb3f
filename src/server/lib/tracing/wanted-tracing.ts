import { StartRefused } from '#server/lib/start/start-refused.ts'
import type { Tracing } from './tracing.ts'

const ENDPOINTS = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT']

/** Settings with this prefix are OpenTelemetry's, which defines them. */
export const TRACING_PREFIX = 'OTEL_'

type Variables = Readonly<Record<string, string>>

/** True if the variables name a collector, and don't turn traces off. */
const isWanted = (variables: Variables): boolean => {
  if (variables['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || variables['OTEL_TRACES_EXPORTER'] === 'none') return false
  const named = ENDPOINTS.flatMap((name) => (variables[name] === undefined ? [] : [{ name, address: variables[name] }]))
  for (const { name, address } of named)
    if (!/^https?:/.test(address) || !URL.canParse(address))
      throw new StartRefused(`${name} must be an address such as http://127.0.0.1:4318`)
  return named.length > 0
}

/**
 * Opens tracing if the settings ask for it. Loads OpenTelemetry's packages only then. Throws StartRefused for a collector without a valid
 * address, because the packages would send its traces to this machine.
 */
export const openWantedTracing = async (
  settings: Readonly<Record<string, string | undefined>>,
  version: string,
  log: (message: string, details?: object) => void,
): Promise<Tracing | undefined> => {
  const isVariable = (entry: [string, string | undefined]): entry is [string, string] =>
    entry[0].startsWith(TRACING_PREFIX) && Boolean(entry[1])
  const variables = Object.fromEntries(Object.entries(settings).filter(isVariable))
  if (!isWanted(variables)) return undefined
  const { openTracing } = await import('./open-tracing.ts')
  return openTracing({ version, variables, log })
}
