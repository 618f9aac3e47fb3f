import { clsx } from 'clsx'
import { ChevronDown, Palette } from 'lucide-react'
import { HUES, subjectOf } from '#shared/accounts/rules.ts'
import { CLASS_COLORS } from '#shared/classes/contract.ts'
import { mondayOf } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useColors, useOwnColors } from '#web/features/calendar/days/colors.ts'
import { useWeek } from '#web/features/calendar/days/shown.ts'
import { type ColoredLesson, huesOf } from '#web/features/calendar/model/hue.ts'
import { changeClass } from '#web/features/classes/class-saves.ts'
import { useClasses } from '#web/features/classes/data.ts'
import { useSetTitleHue } from '#web/features/people/changes/data.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Menu, MenuChoice } from '#web/ui/menu.tsx'

/** In the order of the design tokens. */
const NAMES = ['Blue', 'Teal', 'Purple', 'Red', 'Olive', 'Pink', 'Sky', 'Amber', 'Slate', 'Brown', 'Mauve'] as const
const AUTOMATIC = 'automatic'
const ICON = <Palette className="size-4" />
const swatch = (hue: number) => (
  <span aria-hidden="true" className="hue-sample size-3.5 rounded-full" style={{ background: `var(--hue-${hue})` }} />
)
const OPTIONS = [
  { value: AUTOMATIC, label: 'Automatic', icon: <span className="size-3.5 rounded-full border border-dashed border-line-strong" /> },
  ...Array.from({ length: HUES }, (_, hue) => ({ value: `${hue}`, label: NAMES[hue] ?? '', icon: swatch(hue) })),
]
/** Classes have no automatic color. */
const CLASS_OPTIONS = OPTIONS.slice(1, CLASS_COLORS + 1)

/** Returns the color that the user chose for a lesson's class or title, its name, and an icon of it. A class always has a color. */
export const useLessonColor = ({ title, classId }: ColoredLesson) => {
  const { classes, chosen } = useOwnColors()
  const subject = subjectOf(title)
  const color = classes.find(({ id }) => id === classId)?.color
  const hue = color ?? chosen.find((one) => one.subject === subject)?.hue
  return {
    hasColor: color !== undefined || subject !== '',
    hue,
    name: hue === undefined ? 'Automatic' : NAMES[hue],
    icon: hue === undefined ? ICON : swatch(hue),
  }
}

const TitleColors = ({ title }: { title: string }) => {
  const setTitleHue = useSetTitleHue()
  const { hue } = useLessonColor({ title })
  return (
    <MenuChoice
      label={`All lessons titled “${title.trim().slice(0, subjectOf(title).length || undefined)}”`}
      value={hue === undefined ? AUTOMATIC : `${hue}`}
      options={OPTIONS}
      closes
      onChange={(chosen) => setTitleHue({ title, hue: chosen === AUTOMATIC ? null : Number(chosen) })}
    />
  )
}

/**
 * Menu rows that set the color of a lesson. It applies immediately to all lessons of its class, or to all lessons with its title if it has
 * no class, in every week.
 */
export const ColorChoice = ({ title, classId }: ColoredLesson) => {
  const schoolClass = useClasses().find(({ id }) => id === classId)
  if (!schoolClass) return <TitleColors title={title} />
  return (
    <MenuChoice
      label={`All lessons of ${schoolClass.name}`}
      value={`${schoolClass.color}`}
      options={CLASS_OPTIONS}
      closes
      onChange={(chosen) => void changeClass(schoolClass, { color: Number(chosen) })}
    />
  )
}

/**
 * Returns a function that returns the CSS class of a lesson's color, as on the cards of the week of `date`. The function returns undefined
 * for a lesson without a class whose title isn't in that week, isn't in `others`, and has no chosen color, so that colors don't flicker
 * while a title is typed.
 */
export const useKnownHues = (date: string, others: readonly string[]): ((lesson: ColoredLesson) => string | undefined) => {
  const calendar = useCalendar()
  const { data: week } = useWeek(calendar, mondayOf(date))
  const colors = useColors(calendar)
  const days = week?.days.map(({ lessons }) => lessons.map(({ block }) => block)) ?? []
  const taught = new Set(days.flat().map(({ title }) => subjectOf(title)))
  const rest = others.filter((title) => !taught.has(subjectOf(title)))
  const hueOf = huesOf([...days, rest.map((title) => ({ title }))], colors)
  const known = new Set([...taught, ...rest.map(subjectOf), ...colors.chosen.map(({ subject }) => subject)])
  const ids = new Set(colors.classes.map(({ id }) => id))
  return (lesson) => (ids.has(lesson.classId ?? '') || known.has(subjectOf(lesson.title)) ? hueOf(lesson) : undefined)
}

/** A swatch at the start of the title's field. It opens a menu that sets the color. A lesson without a class and a title has no color yet. */
export const TitleColor = ({ lesson, hue }: { lesson: ColoredLesson; hue: string | undefined }) => {
  const { hasColor, name } = useLessonColor(lesson)
  const swatch = <span aria-hidden="true" className={clsx('block size-4 rounded-tiny', hue ?? 'border border-dashed border-line-strong')} />
  if (!hasColor) return <span className="absolute top-1/2 left-[5px] -translate-y-1/2 touch:left-[7px]">{swatch}</span>
  return (
    <Menu
      align="start"
      trigger={
        <IconButton
          label={`Color: ${name}`}
          variant="ghost"
          className="absolute! top-1/2 left-[3px] -translate-y-1/2 gap-[3px]! touch:left-0"
        >
          {swatch}
          <ChevronDown className="size-3" />
        </IconButton>
      }
    >
      <ColorChoice {...lesson} />
    </Menu>
  )
}
