import { clsx } from 'clsx'
import { ChevronDown, Palette } from 'lucide-react'
import { HUES, subjectOf } from '#shared/accounts/rules.ts'
import { mondayOf } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useWeek } from '#web/features/calendar/days/shown.ts'
import { useTitleHues } from '#web/features/calendar/days/title-hues.ts'
import { huesOf } from '#web/features/calendar/model/hue.ts'
import { useSetTitleHue } from '#web/features/people/data.ts'
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

/** Returns the color that the user chose for a title, its name, and an icon of it. */
export const useTitleColor = (title: string) => {
  const subject = subjectOf(title)
  const hue = useTitleHues().find((chosen) => chosen.subject === subject)?.hue
  return { subject, hue, name: hue === undefined ? 'Automatic' : NAMES[hue], icon: hue === undefined ? ICON : swatch(hue) }
}

/** Menu rows that set the color of a title. It applies immediately to all lessons with that title, in every week. */
export const ColorChoice = ({ title }: { title: string }) => {
  const setTitleHue = useSetTitleHue()
  const { subject, hue } = useTitleColor(title)
  return (
    <MenuChoice
      label={`All lessons titled “${title.trim().slice(0, subject.length || undefined)}”`}
      value={hue === undefined ? AUTOMATIC : `${hue}`}
      options={OPTIONS}
      closes
      onChange={(chosen) => setTitleHue({ title, hue: chosen === AUTOMATIC ? null : Number(chosen) })}
    />
  )
}

/**
 * Returns a function that returns the CSS class of a title's color, as on the cards of the week of `date`. The function returns undefined
 * for a title that isn't in that week, isn't in `others`, and has no chosen color, so that colors don't flicker while a title is typed.
 */
export const useKnownHues = (date: string, others: readonly string[]): ((title: string) => string | undefined) => {
  const { data: week } = useWeek(useCalendar(), mondayOf(date))
  const chosen = useTitleHues()
  const days = week?.days.map(({ lessons }) => lessons.map(({ block }) => block.title)) ?? []
  const taught = new Set(days.flat().map(subjectOf))
  const rest = others.filter((title) => !taught.has(subjectOf(title)))
  const hueOf = huesOf([...days, rest], chosen)
  const known = new Set([...taught, ...rest.map(subjectOf), ...chosen.map(({ subject }) => subject)])
  return (title) => (known.has(subjectOf(title)) ? hueOf(title) : undefined)
}

/** A swatch at the start of the title's field. It opens a menu that sets the color of the title. A title without text has no color yet. */
export const TitleColor = ({ title, hue }: { title: string; hue: string | undefined }) => {
  const { subject, name } = useTitleColor(title)
  const swatch = <span aria-hidden="true" className={clsx('block size-4 rounded-tiny', hue ?? 'border border-dashed border-line-strong')} />
  if (subject === '') return <span className="absolute top-1/2 left-[5px] -translate-y-1/2 touch:left-[7px]">{swatch}</span>
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
      <ColorChoice title={title} />
    </Menu>
  )
}
