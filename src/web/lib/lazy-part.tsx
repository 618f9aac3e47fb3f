import { type ComponentType, lazy, useState } from 'react'

export type LazyPart<Props> = ComponentType<Props> & {
  /** Fetches the files so that the part can render immediately. Never rejects: rendering the part retries and reports the error. */
  preload: () => Promise<void>
}

/**
 * Delays between attempts to load a part, in milliseconds. After the last attempt, the component that renders it throws, which replaces the
 * page. Without a network, it goes on with the last delay.
 */
const PAUSES = [1000, 2000, 4000, 8000]

/** Ends the pauses of the parts that wait for their next attempt. */
const waiting = new Set<() => void>()

/** True while a part waits for its next attempt. */
export const mayRetryNow = (): boolean => waiting.size > 0
export const retryNow = (): void => {
  for (const endPause of waiting) endPause()
}

const pauseFor = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      waiting.delete(end)
      resolve()
    }
    waiting.add(end)
    setTimeout(end, ms)
  })

const withRetries = async <T,>(load: () => Promise<T>, isEndless = false, pauses: readonly number[] = PAUSES): Promise<T> => {
  const [pause, ...rest] = pauses
  try {
    return await load()
  } catch (error) {
    if (pause === undefined) throw error
    await pauseFor(pause)
    return withRetries(load, isEndless, rest.length === 0 && (isEndless || !navigator.onLine) ? [pause] : rest)
  }
}

/**
 * Wraps a component whose files load on first use, with retries. Render it inside a Suspense boundary. Unlike plain `lazy`, a part that is
 * already loaded never shows the fallback.
 */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> => {
  let Loaded: ComponentType<Props> | undefined
  const fetched = async () => {
    Loaded = await withRetries(load)
    return { default: Loaded }
  }
  // Shared by all instances. React discards the state of a component that hasn't rendered yet, so creating this per instance would refetch
  // forever while loading fails.
  const Later = lazy(fetched)
  const Part = (props: Props) => {
    // The React Compiler (oxc-transform-react 0.156) would hoist the function below out of this scope.
    'use no memo'
    // Fixed for the lifetime of an instance. Switching between `Loaded` and `Later` would lose the children's state.
    const [Shown] = useState<ComponentType<Props>>(() => Loaded ?? Later)
    return <Shown {...props} />
  }
  const preload = async () => {
    if (!Loaded) await fetched().catch(() => undefined)
  }
  return Object.assign(Part, { preload })
}

/**
 * Wraps a module that loads on first use. Retries until it is there, because what the teacher pressed would otherwise be lost. Never rejects.
 */
export const lazyModule = <Module,>(load: () => Promise<Module>): (() => Promise<Module>) => {
  let loading: Promise<Module> | undefined
  return () => {
    loading ??= withRetries(load, true)
    return loading
  }
}
