import { randomUUID } from 'node:crypto'
import { announce, listen, type Notices } from '#server/lib/db/notices.ts'
import { db, pool } from './app.ts'

/** Listens for notices on the test database. Resolves once it's listening. Notices sent earlier aren't received. */
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

/** Resolves once all notices sent so far have been received. The database delivers notices in commit order. */
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
