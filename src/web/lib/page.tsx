import { type ComponentType, lazy } from 'react'

export type Page = ComponentType & {
  /** Fetches the page's files; once they are here it is drawn without a loading state in between. Never rejects. */
  preload: () => Promise<void>
}

/** A page whose files are fetched when it is first needed. */
export const page = (load: () => Promise<ComponentType>): Page => {
  let Loaded: ComponentType | undefined
  const preload = async () => {
    try {
      Loaded = await load()
    } catch {
      // Drawing the page fetches them again, and then the error shows.
    }
  }
  const Later = lazy(async () => ({ default: await load() }))
  const Shown = () => {
    // Not memoised: what is loaded may change between two times that the page is shown.
    'use no memo'
    return Loaded ? <Loaded /> : <Later />
  }
  return Object.assign(Shown, { preload })
}
