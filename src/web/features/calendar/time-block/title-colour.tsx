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
const swatch = (hue: number) => <span aria-hidden="true" className="size-3.5 rounded-full" style={{ background: `var(--hue-${hue})` }} />
const OPTIONS = [
  { value: AUTOMATIC, label: 'Automatic' },
  ...Array.from({ length: HUES }, (_, hue) => ({ value: `${hue}`, label: NAMES[hue] ?? '', icon: swatch(hue) })),
]

/** Sets the color of a title. It applies immediately to all lessons with that title, in every week. */
export const TitleColour = ({ title }: { title: string }) => {
  const setTitleHue = useSetTitleHue()
  const subject = subjectOf(title)
  const hue = useTitleHues().find((chosen) => chosen.subject === subject)?.hue
  const name = hue === undefined ? 'Automatic' : NAMES[hue]
  return (
    <Menu
      align="start"
      side="top"
      trigger={
        <Button
          size="sm"
          variant="ghost"
          disabled={subject === ''}
          icon={hue === undefined ? ICON : swatch(hue)}
          aria-label={`Lesson color: ${name}`}
        >
          Color
        </Button>
      }
    >
      <MenuChoice
        label={`All lessons titled “${title.trim().slice(0, subject.length || undefined)}”`}
        value={hue === undefined ? AUTOMATIC : `${hue}`}
        options={OPTIONS}
        closes
        onChange={(chosen) => setTitleHue({ title, hue: chosen === AUTOMATIC ? null : Number(chosen) })}
      />
    </Menu>
  )
}
