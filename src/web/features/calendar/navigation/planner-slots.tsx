import { type ComponentProps, type ComponentType, createContext, type ReactNode, type RefObject, useContext } from 'react'
import type { BlockDraft } from '#web/features/calendar/model/block-draft.ts'
import type { TextHandle } from '#web/features/rich-text/text-handle.ts'
import type { PlannerAddress } from './planner-url.ts'

/** The planner's slots, each with what it gives to the components in it. */
type Slots = {
  /** In the bar, beside the views. */
  BarMenu: ComponentType<{ today: string; view: PlannerAddress['view'] }>
  /** In the right sidebar, over what is about the calendar on screen; in a narrow one, as an icon. */
  SideTop: ComponentType<{ isStrip: boolean }>
  /** Over the days of one's own calendar, or of the school's that one administers. */
  Notice: ComponentType
  /** Over the days of a school's calendar. */
  SchoolNotice: ComponentType<{ today: string }>
  /** In the menu of a day, in the place of its own rows. */
  DayMenu: ComponentType<{ date: string }>
  /** Over the planner. */
  Dialogs: ComponentType
  /** Beside the title of the time block dialog: fills the form. */
  BlockMenu: ComponentType<{ readDraft: () => BlockDraft; onChoose: (draft: BlockDraft) => void }>
  /** At the foot of the time block dialog. */
  BlockFoot: ComponentType<{ readDraft: () => BlockDraft }>
  /** Beside the toolbar of a lesson's text. */
  TextTool: ComponentType<{ text: RefObject<TextHandle | null> }>
  /** Beside the time block dialog, and over it where there is no room. `onPending`: what closing the dialog would lose, as a sentence. */
  BlockAside: ComponentType<{
    date: string
    readDraft: () => BlockDraft
    text: RefObject<TextHandle | null>
    onPending: (pending: string | null) => void
  }>
}

/**
 * What a feature puts into the planner. The router says which features do: they import the calendar, which therefore
 * cannot import them.
 */
export type PlannerParts = Partial<Slots> & {
  /** A tab of the right sidebar. */
  SideTab?: { label: string; Icon: ComponentType<{ className?: string }>; Content: ComponentType<{ today: string }> }
}

const PartsContext = createContext<readonly PlannerParts[]>([])

export const PlannerPartsProvider = PartsContext.Provider

/** Draws what the features put into a slot, in the order in which the router names them. */
export const PlannerSlot = <Name extends keyof Slots>({ name, ...props }: { name: Name } & ComponentProps<Slots[Name]>): ReactNode =>
  useContext(PartsContext).map((parts, position) => {
    const Part = parts[name] as ComponentType<object> | undefined
    return Part && <Part key={position} {...props} />
  })

/** Returns the tabs that features add to the right sidebar. */
export const useSideTabs = (): NonNullable<PlannerParts['SideTab']>[] => useContext(PartsContext).flatMap(({ SideTab }) => SideTab ?? [])
