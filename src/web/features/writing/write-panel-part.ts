import { lazyPart } from '#web/lib/lazy-part.tsx'

export const WritePanelPart = lazyPart(async () => (await import('./write-panel.tsx')).WritePanel)
