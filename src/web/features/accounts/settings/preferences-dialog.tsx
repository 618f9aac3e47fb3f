import { type ReactNode, useRef } from 'react'
import { BLOCK_DURATIONS, type Preferences } from '#shared/accounts/contract.ts'
import { savePreferences, useSetTutorial, useSettings, useUser } from '#web/features/people/data.ts'
import { endHints, HINT_IDS } from '#web/features/tutorial/hint-memory.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { NotificationSwitch } from './notification-switch.tsx'

const THEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const
const TIME_FORMATS = [
  { value: '12', label: '12-hour' },
  { value: '24', label: '24-hour' },
] as const
const WEEK_STARTS = [
  { value: 'sunday', label: 'Sunday' },
  { value: 'monday', label: 'Monday' },
] as const
const DURATIONS = BLOCK_DURATIONS.map((minutes) => ({ value: String(minutes), label: String(minutes) }))

/** A row with a label, a description, and a control. */
const Choice = ({ label, about, children }: { label: string; about: string; children: ReactNode }) => (
  <div className="flex min-h-[58px] flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-2.5">
    <div>
      <p className="font-semibold">{label}</p>
      <p className="text-caption text-ink-soft">{about}</p>
    </div>
    {children}
  </div>
)

const Switches = () => {
  const { preferences, email } = useUser()
  const { data: settings } = useSettings()
  const { compactView, animateGradient, mails } = preferences
  return (
    <div className="grid gap-3.5 pt-4">
      <Switch
        label="Compact view"
        description="Less space around lessons, so more fit on screen"
        checked={compactView}
        onChange={(isOn) => savePreferences({ compactView: isOn })}
      />
      <Switch
        label="Animated gradient"
        description="Slow-moving color in the calendar header"
        checked={animateGradient}
        onChange={(isOn) => savePreferences({ animateGradient: isOn })}
      />
      {settings?.mail && email !== null && (
        <Switch
          label="Email from Firstbell"
          description="Invitations and trial reminders. We always send emails about your account."
          checked={mails}
          onChange={(isOn) => savePreferences({ mails: isOn })}
        />
      )}
      <NotificationSwitch />
    </div>
  )
}

type PreferencesDialogProps = {
  onClose: () => void
  /** Content from other features, above and below the choices. */
  before: ReactNode
  children: ReactNode
}

/** Preferences for appearance and behavior. Each change is saved immediately. */
export const PreferencesDialog = ({ onClose, before, children }: PreferencesDialogProps) => {
  const { id, preferences } = useUser()
  const setTutorial = useSetTutorial()
  const wantsTutorial = useRef(false)
  const { theme, timeFormat, weekStartsOn, defaultBlockDuration } = preferences
  const chooseDuration = (minutes: string) =>
    savePreferences({ defaultBlockDuration: Number(minutes) as Preferences['defaultBlockDuration'] })
  return (
    <Dialog
      onClose={onClose}
      // Start the tour after the dialog has closed, so that focus returns to the right place when the tour ends.
      onClosed={() => {
        if (!wantsTutorial.current) return
        // A guest who asks for the tour doesn't need the hints that replace it.
        endHints(id, HINT_IDS)
        setTutorial(true)
      }}
      title="Preferences"
      description="Changes save automatically on all your devices."
    >
      {before}
      <Choice label="Theme" about="Light or dark">
        <Segmented label="Theme" value={theme} options={THEMES} onChange={(chosen) => savePreferences({ theme: chosen })} />
      </Choice>
      <Choice label="Time format" about={timeFormat === '12' ? 'Shows 1:30 PM' : 'Shows 13:30'}>
        <Segmented
          label="Time format"
          value={timeFormat}
          options={TIME_FORMATS}
          onChange={(chosen) => savePreferences({ timeFormat: chosen })}
        />
      </Choice>
      <Choice label="Week starts on" about="Changes the month calendar only">
        <Segmented
          label="Week starts on"
          value={weekStartsOn}
          options={WEEK_STARTS}
          onChange={(chosen) => savePreferences({ weekStartsOn: chosen })}
        />
      </Choice>
      <Choice label="Default lesson length" about="How many minutes a new lesson lasts">
        <Segmented
          label="Default lesson length in minutes"
          value={String(defaultBlockDuration)}
          options={DURATIONS}
          onChange={chooseDuration}
        />
      </Choice>
      <Choice label="Guided tour" about="A one-minute tour of the planner">
        <Button
          size="sm"
          onClick={() => {
            wantsTutorial.current = true
            onClose()
          }}
        >
          Start tour
        </Button>
      </Choice>
      <Switches />
      {children}
    </Dialog>
  )
}
