import { randomUUID } from 'node:crypto'
import { announce, listen, type Notices } from '#server/lib/db/notices.ts'
import { db, pool } from './app.ts'

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

/** Resolves once all that has been announced so far was heard: the database hands notices on in the order of their commits. */
export const allHeard = (notices: Notices): Promise<void> => {
  const last = randomUUID()
  const heard = new Promise<void>((resolve) => {
    const stop = notices.subscribe((notice) => {
      if (notice?.kind !== 'people' || notice.ids[0] !== last) return
      stop()
      resolve()
    })
  })
  announce(db, { kind: 'people', ids: [last] })
  return heard
}
