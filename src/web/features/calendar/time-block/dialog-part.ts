import { lazyPart } from '#web/lib/lazy-part.tsx'

/** The dialog of a lesson. Apart from the other dialogs, because the planner loads it first. */
export const TimeBlockDialogPart = lazyPart(async () => (await import('./time-block-dialog.tsx')).TimeBlockDialog)
