import { type ComponentType, lazy, useState } from 'react'

export type LazyPart<Props> = ComponentType<Props> & {
  /** Fetches the part's files, so that it can then be drawn at once. A failed fetch is tried again when the part is drawn. */
  preload: () => void
}

/**
 * A part of a page whose files are fetched when it is first needed. Put it in a Suspense. Unlike React's `lazy`
 * alone, one whose files are here already never shows the fallback first.
 */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> => {
  let Loaded: ComponentType<Props> | undefined
  const fetched = async () => {
    Loaded = await load()
    return { default: Loaded }
  }
  const makeLater = () => lazy(fetched)
  const Part = (props: Props) => {
    // The compiler (oxc-transform-react 0.156) would move the function below out of this one's reach.
    'use no memo'
    // Chosen once per showing: switching from one to the other would lose the state of what is inside.
    const [Shown] = useState<ComponentType<Props>>(() => Loaded ?? makeLater())
    return <Shown {...props} />
  }
  const preload = () => {
    if (!Loaded) fetched().catch(() => undefined)
  }
  return Object.assign(Part, { preload })
}
