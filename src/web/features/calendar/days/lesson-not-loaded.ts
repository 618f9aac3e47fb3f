import { reasonOf } from '#web/ui/report.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'

/** Says that a lesson in another week couldn't be opened. */
export const lessonNotLoaded = (error: unknown): void =>
  showToast({ title: 'Couldn’t load this lesson', description: reasonOf(error), tone: 'destructive' })
