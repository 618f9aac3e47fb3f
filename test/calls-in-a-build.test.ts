/** The web build strips the contracts' schemas but must keep the fields that the web client reads. */
import { expect, test } from 'vitest'
import { CALL_FIELDS } from '#shared/endpoint.ts'
import { projectRoot } from '../scripts/project.mjs'
import config from '../vite.config.ts'

type Loader = { name: string; load: (id: string) => Promise<{ code: string } | null> }

test('the built planner knows that making a backup takes long, and how else to make each call', async () => {
  const { adminBackups } = await import('#shared/backups/contract.ts')
  const loader = config.plugins?.flat().find((plugin) => (plugin as Loader).name === 'calls-of-contracts') as unknown as Loader
  const built = await loader.load(`${projectRoot}/src/shared/backups/contract.ts`)
  const text = built?.code.match(/export const adminBackups = (.*)/)?.[1] ?? ''
  const kept = (call: object) => Object.fromEntries(Object.entries(call).filter(([field]) => CALL_FIELDS.some((name) => name === field)))
  expect(JSON.parse(text)).toEqual(Object.fromEntries(Object.entries(adminBackups).map(([name, call]) => [name, kept(call)])))
  expect(JSON.parse(text).createBackup).toMatchObject({ method: 'POST', takesLong: true })
  // Text for the API docs must not be part of the initial load.
  expect(text).not.toMatch(/summary|description/)
})
