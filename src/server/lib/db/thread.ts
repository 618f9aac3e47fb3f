import { Worker } from 'node:worker_threads'

/**
 * Starts a thread whose entry, `name`, stands beside the module at `url`, built or not. Node 20 reads no TypeScript by
 * itself, and in 20.20 neither a loader that the parent has nor `--import` reaches a thread's own entry; so a source is
 * started by a line that registers tsx (found from the working directory, the project's).
 */
export const openThread = (url: string, name: string, workerData: unknown): Worker => {
  if (!url.endsWith('.ts')) return new Worker(new URL(`./${name}.js`, url), { workerData })
  const entry = new URL(`./${name}.ts`, url)
  const line = `import('tsx/esm/api').then(({ register }) => { register(); return import('${entry}') })`
  return new Worker(line, { eval: true, workerData })
}
