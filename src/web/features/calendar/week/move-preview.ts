import { createStore } from '#web/lib/store.ts'

/** Where the plan of a card goes: into the next or the previous column, over days off, or elsewhere. */
type MoveMark = { way: 'next' | 'previous' | 'over' | 'elsewhere'; words: string }

/** What a move of plans changes about a lesson's card. */
export type DrawnMove = {
  /** The plan that arrives. */
  arrives: { title: string; preview: string; hasAlert: boolean } | null
  /** True if the card's own plan leaves. */
  leaves: boolean
  mark: MoveMark | null
}

export const cardKey = (date: string, blockId: string): string => `${date} ${blockId}`

/** The cards that a previewed move changes, by {@link cardKey}, or null while nothing is previewed. */
export const movePreview = createStore<ReadonlyMap<string, DrawnMove> | null>(null)
