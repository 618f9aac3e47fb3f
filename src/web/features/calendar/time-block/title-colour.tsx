import { Palette } from 'lucide-react'
import { HUES, subjectOf } from '#shared/accounts/rules.ts'
import { useTitleHues } from '#web/features/calendar/days/title-hues.ts'
import { useSetTitleHue } from '#web/features/people/data.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuChoice } from '#web/ui/menu.tsx'

/** In the order of the design tokens. */
const NAMES = ['Blue', 'Teal', 'Purple', 'Red', 'Olive', 'Pink', 'Sky', 'Amber', 'Slate', 'Brown', 'Mauve'] as const
const AUTOMATIC = 'automatic'
const ICON = <Palette className="size-4" />
const swatch = (hue: number) => (
  <span aria-hidden="true" className="hue-sample size-3.5 rounded-full" style={{ background: `var(--hue-${hue})` }} />
)
const OPTIONS = [
  { value: AUTOMATIC, label: 'Automatic' },
  ...Array.from({ length: HUES }, (_, hue) => ({ value: `${hue}`, label: NAMES[hue] ?? '', icon: swatch(hue) })),
]

/** Returns the color that the user chose for a title, its name, and an icon of it. */
export const useTitleColour = (title: string) => {
  const subject = subjectOf(title)
  const hue = useTitleHues().find((chosen) => chosen.subject === subject)?.hue
  return { subject, hue, name: hue === undefined ? 'Automatic' : NAMES[hue], icon: hue === undefined ? ICON : swatch(hue) }
}

/** Menu rows that set the color of a title. It applies immediately to all lessons with that title, in every week. */
export const ColourChoice = ({ title }: { title: string }) => {
  const setTitleHue = useSetTitleHue()
  const { subject, hue } = useTitleColour(title)
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

/** A button with a menu that sets the color of a title. */
export const TitleColour = ({ title }: { title: string }) => {
  const { subject, name, icon } = useTitleColour(title)
  return (
    <Menu
      align="start"
      side="top"
      trigger={
        <Button size="sm" variant="ghost" disabled={subject === ''} icon={icon} aria-label={`Lesson color: ${name}`}>
          Color
        </Button>
      }
    >
      <ColourChoice title={title} />
    </Menu>
  )
}
