import { useEffect } from 'react'
import { lazyModule } from '#web/lib/lazy-part.tsx'
import { createStore, useStore } from '#web/lib/store.ts'
import { useIsDrawn } from '#web/lib/time/when-drawn.ts'

const load = lazyModule(async () => {
  const [{ CardActions }, { CardFocus }] = await Promise.all([import('./block-actions/card-actions.tsx'), import('./week/card-focus.tsx')])
  return { CardActions, CardFocus }
})
const loaded = createStore<Partial<Awaited<ReturnType<typeof load>>>>({})

/** Returns the components that handle keys and drags on cards. They load once the week is on screen, and then work from the same moment. */
export const useCardsRest = () => {
  const isDrawn = useIsDrawn()
  useEffect(() => {
    if (isDrawn) void load().then(loaded.set)
  }, [isDrawn])
  return useStore(loaded)
}
