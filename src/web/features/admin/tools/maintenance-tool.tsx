import { CircleCheck, Wrench } from 'lucide-react'
import { useState } from 'react'
import type { Maintenance } from '#shared/admin/maintenance/contract.ts'
import { MAX } from '#shared/limits.ts'
import { Instant } from '#web/features/people/instant.tsx'
import { usePending } from '#web/lib/use-pending.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Field, Select, TextArea } from '#web/ui/field.tsx'
import { ActionDialog } from '#web/ui/form-dialog.tsx'
import { reasonOf, report } from '#web/ui/report.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { beginMaintenance, endMaintenance, useMaintenance } from './data.ts'
import { ToolCard } from './tool-card.tsx'

const DEFAULT_WORDS = 'We’re working on Firstbell. Changes can’t be saved for a few minutes.'
const MINUTE_MS = 60_000
const LENGTHS = [15, 30, 60, 120, 240, 480, 720, MAX.maintenanceHours * 60]

const lengthOf = (minutes: number): string => (minutes < 60 ? `${minutes} minutes` : minutes === 60 ? '1 hour' : `${minutes / 60} hours`)

const FAILED = 'Failed to change Maintenance Mode'

const TurnOnDialog = ({ onClose }: { onClose: () => void }) => {
  const [words, setWords] = useState(DEFAULT_WORDS)
  const [minutes, setMinutes] = useState(30)
  return (
    <ActionDialog
      title="Turn on Maintenance Mode"
      description="No one can save, sign up, or buy until it ends. Viewing, signing in, and signing out still work."
      submitLabel="Turn on"
      submitLook={{ variant: 'danger-solid' }}
      isReady={words.trim() !== ''}
      call={() => beginMaintenance({ words: words.trim(), until: new Date(Date.now() + minutes * MINUTE_MS).toISOString() })}
      messages={{
        done: () => ({ title: 'Maintenance Mode is on' }),
        failed: (description) => ({ title: FAILED, description }),
      }}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <Field label="Message for users">
          {(wiring) => <TextArea {...wiring} rows={2} maxLength={300} value={words} onChange={(event) => setWords(event.target.value)} />}
        </Field>
        <Field label="Ends automatically after">
          {(wiring) => (
            <Select {...wiring} value={minutes} onChange={(event) => setMinutes(Number(event.target.value))}>
              {LENGTHS.map((each) => (
                <option key={each} value={each}>
                  {lengthOf(each)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
    </ActionDialog>
  )
}

const TurnOn = () => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Turn on Maintenance Mode…</Button>
      {isOpen && <TurnOnDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

const TurnOff = ({ words, until }: Maintenance) => {
  const [isPending, whilePending] = usePending()
  const turnOff = () =>
    whilePending(() =>
      report(endMaintenance, {
        done: () => ({ title: 'Maintenance Mode is off' }),
        failed: (description) => ({ title: FAILED, description }),
      }),
    )
  return (
    <div className="grid gap-3">
      <p className="rounded-control bg-brass-soft px-3.5 py-3 text-brass-ink">
        <strong>
          On until <Instant at={until} />.
        </strong>{' '}
        {words}
      </p>
      <Button
        variant="solid"
        className="justify-self-start"
        icon={<CircleCheck className="size-4" />}
        busy={isPending}
        onClick={() => void turnOff()}
      >
        Turn off now
      </Button>
    </div>
  )
}

/** Turns Maintenance Mode on and off. */
export const MaintenanceTool = () => {
  const { data, error, isFetching, refetch } = useMaintenance()
  return (
    <ToolCard
      isDanger
      title="Maintenance Mode"
      Icon={Wrench}
      description="No one can save while it’s on. Changes teachers make to their days wait on their page and are saved when it’s over."
    >
      {data ? (
        data.maintenance ? (
          <TurnOff {...data.maintenance} />
        ) : (
          <TurnOn />
        )
      ) : error ? (
        <ErrorState title="Couldn’t load Maintenance Mode" description={reasonOf(error)} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-10 w-48" />
      )}
    </ToolCard>
  )
}
