import { lazyPart } from '#web/lib/lazy-part.tsx'

/** The editor, loaded separately because it is large and not needed to view a week. */
export const EditorPart = lazyPart(async () => (await import('./lesson-editor.tsx')).LessonEditor)
