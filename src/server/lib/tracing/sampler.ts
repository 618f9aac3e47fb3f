import { AlwaysOffSampler, AlwaysOnSampler, ParentBasedSampler, type Sampler, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace'

type Variables = Readonly<Record<string, string | undefined>>

/** Returns the share of traces from OTEL_TRACES_SAMPLER_ARG, from 0 to 1. */
const ratioOf = (text: string | undefined, warn: (sentence: string) => void): number => {
  const ratio = Number(text ?? 1)
  if (ratio >= 0 && ratio <= 1) return ratio
  warn('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1. All calls are traced.')
  return 1
}

const rootOf = (variables: Variables, warn: (sentence: string) => void): Sampler => {
  const name = variables['OTEL_TRACES_SAMPLER'] ?? 'always_on'
  // No trace begins elsewhere, so samplers with and without `parentbased_` choose the same.
  switch (name.replace(/^parentbased_/, '')) {
    case 'always_on':
      return new AlwaysOnSampler()
    case 'always_off':
      return new AlwaysOffSampler()
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratioOf(variables['OTEL_TRACES_SAMPLER_ARG'], warn))
    default:
      warn(`OTEL_TRACES_SAMPLER=${name} isn't a sampler that Firstbell has. All calls are traced.`)
      return new AlwaysOnSampler()
  }
}

/** Returns the sampler of OTEL_TRACES_SAMPLER, which the SDK doesn't read itself. Queries are traced with their call or job. */
export const samplerOf = (variables: Variables, warn: (sentence: string) => void): Sampler =>
  new ParentBasedSampler({ root: rootOf(variables, warn) })
