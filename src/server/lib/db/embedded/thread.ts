import { Worker } from 'node:worker_threads'

/**
 * Starts a thread whose entry module, `name`, is next to the module at `url`, built or not. Node 20 can't run TypeScript by
 * itself, and in 20.20 neither the parent's loader nor `--import` applies to a thread's entry module. So a source file is
 * started by a line of code that registers tsx (found from the working directory, which is the project's).
 */
export const openThread = (url: string, name: string, workerData: unknown): Worker => {
  if (!url.endsWith('.ts')) return new Worker(new URL(`./${name}.js`, url), { workerData })
  const entry = new URL(`./${name}.ts`, url)
  const line = `import('tsx/esm/api').then(({ register }) => { register(); return import('${entry}') })`
  return new Worker(line, { eval: true, workerData })
}
