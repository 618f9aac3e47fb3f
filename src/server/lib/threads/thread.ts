import { type ResourceLimits, Worker } from 'node:worker_threads'

/**
 * Starts a thread. Its entry module, `name`, is next to the module at `url`, whether built or not. Node 20 can't run TypeScript natively,
 * and in 20.20 neither the parent's loader nor `--import` applies to a thread's entry module. A source file is therefore started by a line
 * of code that registers tsx, which is resolved from the working directory (the project's).
 */
export const openThread = (url: string, name: string, workerData: unknown, resourceLimits: ResourceLimits = {}): Worker => {
  if (!url.endsWith('.ts')) return new Worker(new URL(`./${name}.js`, url), { workerData, resourceLimits })
  const entry = new URL(`./${name}.ts`, url)
  const line = `import('tsx/esm/api').then(({ register }) => { register(); return import('${entry}') })`
  return new Worker(line, { eval: true, workerData, resourceLimits })
}
