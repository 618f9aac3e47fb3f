import { ownCalendar } from '#server/features/calendar/policy.ts'
import { type Serving, serve } from '#server/lib/http/serve.ts'
import { lessonFiles } from '#shared/export/contract.ts'
import { exportLessons } from './actions.ts'

export const lessonFileRoutes = (serving: Serving): void =>
  serve(serving, lessonFiles, {
    // Anyone signed in may call this, with or without a plan.
    exportLessons: async ({ db, actor, now, query }) => exportLessons(db, ownCalendar(actor), query, now),
  })
