import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import type { Setting } from '#shared/admin/tools/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { reasonOf } from '#web/ui/report.ts'
import { LoadingPlace } from '#web/ui/spinner.tsx'
import { useConfiguration } from './data.ts'
import { ToolCard } from './tool-card.tsx'

const SOURCES: Record<Setting['source'], string> = { environment: 'environment', default: 'default', unset: 'not set' }

const SettingRow = ({ setting: { name, source, value } }: { setting: Setting }) => (
  <div className="grid grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_7rem] gap-x-4 gap-y-0.5 border-t border-line py-2 phone:grid-cols-1">
    <dt className="font-semibold">{name}</dt>
    <dd className="min-w-0 break-words">{value ?? (source === 'unset' ? 'not set' : 'set (hidden)')}</dd>
    <dd className="text-ink-soft">{SOURCES[source]}</dd>
  </div>
)

const Settings = () => {
  const { data, error, isFetching, refetch } = useConfiguration()
  if (data)
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: A scroll container must be reachable by keyboard.
      <section aria-label="Settings" tabIndex={0} className="max-h-[60dvh] overflow-y-auto">
        <dl className="text-control">
          {data.settings.map((setting) => (
            <SettingRow key={setting.name} setting={setting} />
          ))}
        </dl>
      </section>
    )
  if (error)
    return <ErrorState title="Couldn’t load settings" description={reasonOf(error)} busy={isFetching} onRetry={() => void refetch()} />
  return <LoadingPlace label="Loading settings..." />
}

/** Shows every setting of this installation and its source. */
export const ConfigTool = () => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <ToolCard
      title="System Configuration"
      Icon={SlidersHorizontal}
      description="This installation’s settings and where each one comes from. Secrets only show as set or not set."
    >
      <Button onClick={() => setIsOpen(true)}>Show settings</Button>
      {isOpen && (
        <Dialog
          size="lg"
          title="System Configuration"
          description="Settings are read from the environment when the server starts."
          onClose={() => setIsOpen(false)}
        >
          <Settings />
        </Dialog>
      )}
    </ToolCard>
  )
}
