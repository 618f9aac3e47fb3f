import { lazyPart } from '#web/lib/lazy-part.tsx'

/** The dialog of links, which several dialogs open. */
export const LinksDialogPart = lazyPart(async () => (await import('./links-dialog.tsx')).LinksDialog)
