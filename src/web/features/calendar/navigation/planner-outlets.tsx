import { type ComponentProps, type ComponentType, createContext, type ReactNode, type RefObject, useContext } from 'react'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import type { BlockDraft } from '#web/features/calendar/model/block-draft.ts'
import type { SchoolPage } from '#web/features/calendar/model/calendar-name.ts'
import type { TextHandle } from '#web/features/rich-text/text-handle.ts'
import { createStore } from '#web/lib/store.ts'
import type { PlannedPart } from './planner-url.ts'

/** The planner's outlets, each with the props of the components rendered there. */
type Outlets = {
  /**
   * Rendered in the bar of a week or day, next to the view switch, and in the tools sheet (`isInSheet`), which has its own Print and Repeat
   * buttons.
   */
  Bar: ComponentType<{ today: string; view: PlannedPart['view']; isInSheet?: boolean }>
  /** Rendered at the top of the right sidebar, or as an icon if the sidebar is collapsed to a strip. */
  SidebarTop: ComponentType<{ isStrip: boolean }>
  /** Rendered below Up Next in the calendar sidebar, or at the end of the tools sheet. */
  UnderUpNext: ComponentType<{ today: string }>
  /** Rendered above the days of the user's own calendar, or of the school calendar that the user administers. */
  AboveDays: ComponentType
  /** Rendered instead of the week and the calendar sidebar: the school's year, or its teachers. */
  SchoolPage: ComponentType<{ page: SchoolPage; today: string }>
  /** Rendered above the bar of the school's week or day, and of a school administrator's own. */
  AboveBar: ComponentType<{ today: string; place: 'school' | 'mine' }>
  /** Rendered above the days of a school's week or day. */
  AboveSchoolDays: ComponentType<{ today: string }>
  /** Rendered above the lessons of each day of a week or day. */
  DayTop: ComponentType<{ date: string }>
  /** Rendered under each lesson of a day, and of a week under {@link lessonsWithFoot}. `hue` is the class name of the lesson's color, or '' inside the lesson. */
  LessonFoot: ComponentType<{ date: string; block: Pick<TimeBlock, 'id' | 'title'>; hue: string }>
  /** Rendered above the form in the dialog of a lesson. */
  BlockTop: ComponentType<{ date: string; block: TimeBlock }>
  /** Rendered in a day's menu, replacing the default items. */
  DayMenu: ComponentType<{ date: string }>
  /** Rendered on top of the planner. Remounts when the calendar changes. */
  Dialogs: ComponentType
  /** Rendered next to the planner for every calendar, even while the gate covers the planner. Loads when the browser is idle. */
  WhenIdle: ComponentType
  /** Rendered next to the title of the time block dialog. Fills in the form. */
  BlockMenu: ComponentType<{ readDraft: () => BlockDraft; onChoose: (draft: BlockDraft) => void }>
  /** Rendered at the bottom of the time block dialog. */
  BlockFoot: ComponentType<{ readDraft: () => BlockDraft }>
  /** Rendered next to the lesson text toolbar. */
  TextTool: ComponentType<{ text: RefObject<TextHandle | null> }>
  /**
   * Rendered next to the time block dialog, or on top of it if there isn't room. `onPending` receives a sentence about the work that
   * closing the dialog would discard.
   */
  BlockAside: ComponentType<{
    date: string
    readDraft: () => BlockDraft
    text: RefObject<TextHandle | null>
    onPending: (pending: string | null) => void
  }>
}

/**
 * The components that a feature adds to the planner. The router lists each feature's parts, because the calendar can't import features that
 * depend on it.
 */
export type PlannerParts = Partial<Outlets> & {
  /** A tab in the right sidebar. */
  SidebarTab?: { label: string; Icon: ComponentType<{ className?: string }>; Content: ComponentType<{ today: string }> }
}

/** IDs of the lessons for which a feature has a `LessonFoot`, or null if there are none. A week has hundreds of lessons that don't render one. */
export const lessonsWithFoot = createStore<ReadonlySet<string> | null>(null)

const PartsContext = createContext<readonly PlannerParts[]>([])

export const PlannerPartsProvider = PartsContext.Provider

/** Renders the components that features add to an outlet, in the router's order. */
export const PlannerOutlet = <Name extends keyof Outlets>({ name, ...props }: { name: Name } & ComponentProps<Outlets[Name]>): ReactNode =>
  useContext(PartsContext).map((parts, position) => {
    const Part = parts[name] as ComponentType<object> | undefined
    return Part && <Part key={position} {...props} />
  })

/** Returns the tabs that features add to the right sidebar. */
export const useSidebarTabs = (): NonNullable<PlannerParts['SidebarTab']>[] =>
  useContext(PartsContext).flatMap(({ SidebarTab }) => SidebarTab ?? [])
