import { type ComponentType, createContext, useContext } from 'react'
import type { BlockDraft } from '#web/features/calendar/model/block-draft.ts'
import type { PlannerAddress } from './planner-url.ts'

/**
 * Places in the planner that another feature fills. The router says with what: the features that fill them lean on this
 * one, which therefore cannot name them.
 */
export type PlannerPlaces = {
  /** In the bar, beside the views. */
  BarMenu: ComponentType<{ today: string; view: PlannerAddress['view'] }>
  /** A tab of the right sidebar. */
  SideTab: ComponentType<{ today: string }>
  /** Over the planner. */
  Dialogs: ComponentType
  /** Beside the title of the time block dialog: fills the form. */
  BlockMenu: ComponentType<{ readDraft: () => BlockDraft; onChoose: (draft: BlockDraft) => void }>
  /** At the foot of the time block dialog. */
  BlockFoot: ComponentType<{ readDraft: () => BlockDraft }>
}

const Empty = (): null => null
const PlacesContext = createContext<PlannerPlaces>({ BarMenu: Empty, SideTab: Empty, Dialogs: Empty, BlockMenu: Empty, BlockFoot: Empty })

export const PlannerPlacesProvider = PlacesContext.Provider
export const usePlannerPlaces = (): PlannerPlaces => useContext(PlacesContext)
