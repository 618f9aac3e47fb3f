import { flag, slot } from '#web/lib/storage.ts'
import { useMedia, WIDE_SCREEN } from '#web/lib/use-media.ts'

/** Whether the calendar sidebar is collapsed on this device. Read by first-paint.js. */
export const storedCollapse = slot('calendarSidebar', flag('collapsed'), 'device')

/** Keeps the room of the calendar sidebar until its files have loaded. */
export const SidebarPlace = () =>
  useMedia(WIDE_SCREEN) && <div className="calendar-sidebar" data-collapsed={storedCollapse.get() || undefined} />
