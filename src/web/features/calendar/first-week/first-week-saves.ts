import type { TimeBlock } from '#shared/calendar/contract.ts'
import type { SchoolClass } from '#shared/classes/contract.ts'
import { classNamed } from '#shared/classes/rules.ts'
import { formatDay } from '#shared/dates.ts'
import type { NewTimetable } from '#shared/timetables/contract.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { NOTHING_CHANGED, undoAction } from '#web/features/calendar/days/undo.ts'
import { write } from '#web/features/calendar/days/writes.ts'
import { newBlockId } from '#web/features/calendar/model/block-id.ts'
import type { Slot } from '#web/features/calendar/model/usual-lessons.ts'
import { creatingClasses } from '#web/features/classes/changes/data.ts'
import { newClass } from '#web/features/classes/class-saves.ts'
import { knownClasses } from '#web/features/classes/data.ts'
import { counted } from '#web/lib/counted.ts'
import { RefusedCall } from '#web/lib/net/api.ts'
import { report } from '#web/ui/report.ts'
import type { UsualLesson } from './usual-day.ts'

type Lesson = Omit<TimeBlock, 'id'>
const EMPTY = { description: '', hasAlert: false, alertMessage: '' } as const

type Lessons = { date: string; lessons: readonly Lesson[] }

/** Adds lessons to days in one operation and shows the result in a toast with Undo. */
const addLessons = (
  calendar: CalendarRef,
  title: string,
  days: readonly Lessons[],
  classes: readonly SchoolClass[] = [],
): Promise<boolean> => {
  const added = days.map(({ date, lessons }) => ({ date, blocks: lessons.map((lesson) => ({ ...lesson, id: newBlockId(Date.now()) })) }))
  return report(() => creatingClasses(classes, () => write(calendar, { type: 'lessons', mode: 'add', days: added, classes })), {
    done: (saved) =>
      saved
        ? { title, description: 'Change anything you like. Undo removes it all.', action: undoAction(calendar, saved) }
        : NOTHING_CHANGED,
    failed: (reason) => ({ title: 'Failed to create/update time block', description: `${reason} Nothing was added. Try again.` }),
  })
}

const lessonsOf = (slots: readonly Slot[]): Lesson[] =>
  slots.map(({ title, startTime, endTime, classId }, order) => ({
    ...EMPTY,
    title,
    startTime,
    endTime,
    ...(classId && { classId }),
    order,
  }))

/** Adds the typed lessons to each of these dates. They join the classes that they are named after. Returns whether it succeeded. */
export const addUsualDay = (calendar: CalendarRef, dates: readonly string[], typed: readonly UsualLesson[]): Promise<boolean> => {
  const classes = knownClasses()
  const lessons = lessonsOf(typed.map((slot) => ({ ...slot, classId: classNamed(slot.title, classes)?.id ?? null })))
  return addLessons(
    calendar,
    `Your ${dates.length === 1 ? 'day' : 'week'} is filled in`,
    dates.map((date) => ({ date, lessons })),
  )
}

/**
 * Lays a usual day down as a timetable, with its classes, and shows the result in a toast with Undo. `dates` are the days that get its
 * lessons. Returns whether it succeeded.
 */
export const repeatUsualDay = (calendar: CalendarRef, body: NewTimetable, dates: readonly string[], lessons: number): Promise<boolean> =>
  report(() => write(calendar, { type: 'timetable', dates, call: { is: 'new', body } }), {
    done: (saved) => {
      const words = {
        title: `${counted(lessons, 'lesson')} added`,
        description: `Until ${formatDay(dates.at(-1) ?? body.lastDay, 'full')}. Undo removes them all.`,
      }
      return saved ? { ...words, action: undoAction(calendar, saved) } : words
    },
    failed: (reason, error) => ({
      title: 'Failed to add the lessons',
      description:
        error instanceof RefusedCall && error.code === 'stale'
          ? 'Your planner was changed in another window. Look at the new number, then press the button again.'
          : reason,
    }),
  })

/** Adds the lessons of a usual day, without any text, to one date. Returns whether it succeeded. */
export const addUsualLessons = (calendar: CalendarRef, date: string, slots: readonly Slot[]): Promise<boolean> =>
  addLessons(calendar, `Your usual ${formatDay(date, 'weekdayLong')} is in`, [{ date, lessons: lessonsOf(slots) }])

/** Adds the lessons of a usual week, without any text, by date. Returns whether it succeeded. */
export const addUsualWeek = (calendar: CalendarRef, usual: ReadonlyMap<string, readonly Slot[]>): Promise<boolean> =>
  addLessons(
    calendar,
    'Your usual week is in',
    [...usual].map(([date, slots]) => ({ date, lessons: lessonsOf(slots) })),
  )

/**
 * Adds the sample lessons to the week that starts on `monday`, and those of their classes that the teacher doesn't have yet. Returns whether
 * it succeeded.
 */
export const addSampleWeek = async (calendar: CalendarRef, monday: string): Promise<boolean> => {
  const { SAMPLE_CLASSES, sampleWeek } = await import('#shared/sample-week.ts')
  const own = knownClasses()
  const created: SchoolClass[] = []
  for (const { name, color, ...more } of SAMPLE_CLASSES) {
    if (classNamed(name, own)) continue
    const all = [...own, ...created]
    const isTaken = all.some((one) => one.color === color)
    created.push(newClass(name, all, { ...more, ...(!isTaken && { color }) }))
  }
  return addLessons(calendar, 'Sample week added', sampleWeek(monday, [...own, ...created]), created)
}
