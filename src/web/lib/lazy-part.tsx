import { type ComponentType, lazy, useState } from 'react'

export type LazyPart<Props> = ComponentType<Props> & {
  /** Fetches the files, so that it can then be drawn at once. Never rejects: drawing the part tries again, and shows the error. */
  preload: () => Promise<void>
}

/** Milliseconds between tries to fetch the files of a part; after that the component that draws it reports the failure. */
const PAUSES = [1000, 2000, 4000, 8000]

const withRetries = async <T,>(load: () => Promise<T>, pauses: readonly number[] = PAUSES): Promise<T> => {
  const [pause, ...rest] = pauses
  try {
    return await load()
  } catch (error) {
    if (pause === undefined) throw error
    await new Promise((resolve) => setTimeout(resolve, pause))
    return withRetries(load, rest)
  }
}

/**
 * A page, or a part of one, whose files are fetched when it is first needed, and again where that fails. Put it in a Suspense. Unlike React's
 * `lazy` alone, one whose files are here already never shows the fallback first.
 */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> => {
  let Loaded: ComponentType<Props> | undefined
  const fetched = async () => {
    Loaded = await withRetries(load)
    return { default: Loaded }
  }
  // One for all showings: React forgets the state of what has not been drawn yet, and a new one each time would
  // fetch for ever where fetching fails.
  const Later = lazy(fetched)
  const Part = (props: Props) => {
    // The compiler (oxc-transform-react 0.156) would move the function below out of this one's reach.
    'use no memo'
    // Chosen once per showing: switching from one to the other would lose the state of what is inside.
    const [Shown] = useState<ComponentType<Props>>(() => Loaded ?? Later)
    return <Shown {...props} />
  }
  const preload = async () => {
    if (!Loaded) await fetched().catch(() => undefined)
  }
  return Object.assign(Part, { preload })
}
