import { type ReactNode, useRef, useState } from 'react'
import { BLOCK_DURATIONS, type Preferences } from '#shared/accounts/contract.ts'
import { savePreferences, useSetTutorial } from '#web/features/people/changes/data.ts'
import { useSettings, useUser } from '#web/features/people/data.ts'
import { endHints, HINT_IDS } from '#web/features/tutorial/hint-memory.ts'
import { Button } from '#web/ui/button.tsx'
import { Count } from '#web/ui/count.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
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
const Choice = ({ label, about, children }: { label: string; about?: string; children: ReactNode }) => (
  <div className="flex min-h-[54px] flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-2 last:border-0">
    <div>
      <p className="text-control font-semibold">{label}</p>
      {about && <p className="text-caption text-ink-soft">{about}</p>}
    </div>
    {children}
  </div>
)

/** The preferences of a tab. */
const Rows = ({ children }: { children: ReactNode }) => <div className="grid pt-2">{children}</div>

/** Puts a switch at the right, below the other controls. */
const row = 'flex! min-h-[54px] flex-row-reverse justify-between border-b border-line py-2 last:border-0'

const Appearance = () => {
  const { theme, compactView, animateGradient } = useUser().preferences
  return (
    <Rows>
      <Choice label="Theme">
        <Segmented label="Theme" value={theme} options={THEMES} onChange={(chosen) => savePreferences({ theme: chosen })} />
      </Choice>
      <Switch
        className={row}
        label="Compact view"
        description="Less space around lessons, so more fit on screen"
        checked={compactView}
        onChange={(isOn) => savePreferences({ compactView: isOn })}
      />
      <Switch
        className={row}
        label="Animated gradient"
        description="Slow-moving color in the calendar header"
        checked={animateGradient}
        onChange={(isOn) => savePreferences({ animateGradient: isOn })}
      />
    </Rows>
  )
}

const Planning = ({ onTour }: { onTour: () => void }) => {
  const { timeFormat, weekStartsOn, defaultBlockDuration } = useUser().preferences
  const chooseDuration = (minutes: string) =>
    savePreferences({ defaultBlockDuration: Number(minutes) as Preferences['defaultBlockDuration'] })
  return (
    <Rows>
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
        <Button size="sm" onClick={onTour}>
          Start tour
        </Button>
      </Choice>
    </Rows>
  )
}

const Notifications = () => {
  const { preferences, email } = useUser()
  const { data: settings } = useSettings()
  return (
    <Rows>
      <NotificationSwitch className={row} />
      {settings?.mail && email !== null && (
        <Switch
          className={row}
          label="Email from Firstbell"
          description="Invitations and trial reminders. We always send emails about your account."
          checked={preferences.mails}
          onChange={(isOn) => savePreferences({ mails: isOn })}
        />
      )}
      {settings?.mail && email !== null && (
        <Switch
          className={row}
          label="Substitutes’ reports"
          description="An email when a substitute’s report comes in. It contains nothing from the report."
          checked={preferences.reportMails}
          onChange={(isOn) => savePreferences({ reportMails: isOn })}
        />
      )}
    </Rows>
  )
}

type Tab = 'look' | 'planner' | 'calendars' | 'alerts' | 'school'

type PreferencesDialogProps = {
  onClose: () => void
  /** Passed in, because those features import this one. */
  calendars: ReactNode
  /** The content of the School tab. Guests don't have that tab. */
  school: ReactNode
  /** Number of school invitations to respond to. If there are any, the School tab opens first. */
  schoolInvitations: number
}

/** Preferences for appearance and behavior, other calendars, and the teacher's school. Each change is saved immediately. */
export const PreferencesDialog = ({ onClose, calendars, school, schoolInvitations }: PreferencesDialogProps) => {
  const { id, isGuest } = useUser()
  const setTutorial = useSetTutorial()
  const wantsTutorial = useRef(false)
  const [tab, setTab] = useState<Tab>(schoolInvitations > 0 ? 'school' : 'look')
  const startTour = () => {
    wantsTutorial.current = true
    onClose()
  }
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
      size="lg"
    >
      <Tabs
        label="Preferences"
        value={tab}
        options={[
          { value: 'look', label: 'Look' },
          { value: 'planner', label: 'Planner' },
          { value: 'calendars', label: 'Other calendars' },
          { value: 'alerts', label: 'Mail and alerts' },
          ...(isGuest ? [] : [{ value: 'school' as const, label: 'School', badge: <Count value={schoolInvitations} /> }]),
        ]}
        onChange={setTab}
        className="sm:min-h-[min(400px,52dvh)]"
      >
        {tab === 'look' && <Appearance />}
        {tab === 'planner' && <Planning onTour={startTour} />}
        {tab === 'calendars' && <div className="pt-4">{calendars}</div>}
        {tab === 'alerts' && <Notifications />}
        {tab === 'school' && <div className="pt-4">{school}</div>}
      </Tabs>
    </Dialog>
  )
}
