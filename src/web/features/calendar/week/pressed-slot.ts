import type { Slot } from '#web/features/calendar/model/usual-lessons.ts'

/** Returns the slot of a pressed button, or undefined for other buttons. */
export const slotOf = (element: Element): Slot | undefined => {
  const { slotStart, slotEnd, slotTitle = '', slotClass } = element.closest<HTMLElement>('[data-slot-start]')?.dataset ?? {}
  if (!slotStart || !slotEnd) return undefined
  return { title: slotTitle, startTime: slotStart, endTime: slotEnd, ...(slotClass && { classId: slotClass }) }
}
