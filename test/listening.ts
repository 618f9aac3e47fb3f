import { listen, type Notices } from '#server/lib/db/notices.ts'
import { pool } from './app.ts'

/** Listens on the tests' database. Resolves once it does: what happens before is not heard. */
export const startListening = async (): Promise<Notices> => {
  const notices = listen({ pool, kind: process.env['TEST_DATABASE_URL'] ? 'server' : 'embedded' }, () => undefined)
  await new Promise<void>((resolve) => {
    const stop = notices.subscribe((notice) => {
      if (notice !== undefined) return
      stop()
      resolve()
    })
  })
  return notices
}
