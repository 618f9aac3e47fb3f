import { lazyPart } from '#web/lib/lazy-part.tsx'

/** The editor, a file of its own: large, and not needed to look at a week. */
export const EditorPart = lazyPart(async () => (await import('./lesson-editor.tsx')).LessonEditor)
