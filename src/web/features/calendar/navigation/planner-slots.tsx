import { type ComponentProps, type ComponentType, createContext, type ReactNode, type RefObject, useContext } from 'react'
import type { BlockDraft } from '#web/features/calendar/model/block-draft.ts'
import type { TextHandle } from '#web/features/rich-text/text-handle.ts'
import type { PlannerAddress } from './planner-url.ts'

/** The planner's slots, with the props of the components in them. */
type Slots = {
  /** In the bar, next to the view switch. */
  Bar: ComponentType<{ today: string; view: PlannerAddress['view'] }>
  /** At the top of the right sidebar, or as an icon if the sidebar is collapsed to a strip. */
  SidebarTop: ComponentType<{ isStrip: boolean }>
  /** Above the days of the user's own calendar, or of the school's calendar that they administer. */
  AboveDays: ComponentType
  /** Above the days of a school's calendar. */
  AboveSchoolDays: ComponentType<{ today: string }>
  /** In a day's menu, in place of its own rows. */
  DayMenu: ComponentType<{ date: string }>
  /** On top of the planner. Remounts if the calendar changes. */
  Dialogs: ComponentType
  /** Next to the planner, whichever calendar it shows, even if the gate covers it. Loads when the browser is idle. */
  WhenIdle: ComponentType
  /** Next to the title of the time block dialog. Fills the form. */
  BlockMenu: ComponentType<{ readDraft: () => BlockDraft; onChoose: (draft: BlockDraft) => void }>
  /** At the bottom of the time block dialog. */
  BlockFoot: ComponentType<{ readDraft: () => BlockDraft }>
  /** Next to the toolbar of a lesson's text. */
  TextTool: ComponentType<{ text: RefObject<TextHandle | null> }>
  /**
   * Next to the time block dialog, or on top of it if there isn't room. `onPending`: a sentence about what closing the
   * dialog would lose.
   */
  BlockAside: ComponentType<{
    date: string
    readDraft: () => BlockDraft
    text: RefObject<TextHandle | null>
    onPending: (pending: string | null) => void
  }>
}

/** The components that a feature adds to the planner. The router lists them, because the calendar can't import its importers. */
export type PlannerParts = Partial<Slots> & {
  /** A tab in the right sidebar. */
  SidebarTab?: { label: string; Icon: ComponentType<{ className?: string }>; Content: ComponentType<{ today: string }> }
}

const PartsContext = createContext<readonly PlannerParts[]>([])

export const PlannerPartsProvider = PartsContext.Provider

/** Renders what the features put into a slot, in the router's order. */
export const PlannerSlot = <Name extends keyof Slots>({ name, ...props }: { name: Name } & ComponentProps<Slots[Name]>): ReactNode =>
  useContext(PartsContext).map((parts, position) => {
    const Part = parts[name] as ComponentType<object> | undefined
    return Part && <Part key={position} {...props} />
  })

/** Returns the tabs that features add to the right sidebar. */
export const useSidebarTabs = (): NonNullable<PlannerParts['SidebarTab']>[] =>
  useContext(PartsContext).flatMap(({ SidebarTab }) => SidebarTab ?? [])
