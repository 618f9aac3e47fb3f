import { BookmarkPlus } from 'lucide-react'
import { useState } from 'react'
import { MAX } from '#shared/limits.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { rowsOf, type ShortPlan } from './choices.ts'
import { saveSchedule } from './short-day-saves.ts'

const SAVE = <BookmarkPlus className="size-4" />

/** Saves the times of a rule as a bell schedule with a name, to use again. */
export const SaveSchedule = ({ plan, onSaved }: { plan: ShortPlan; onSaved: (id: string) => void }) => {
  const [name, setName] = useState<string | null>(null)
  const [isBusy, whileBusy] = usePending()
  if (name === null)
    return (
      <Button variant="ghost" size="sm" icon={SAVE} className="-ml-2.5 justify-self-start" onClick={() => setName('')}>
        Save as a bell schedule…
      </Button>
    )
  const save = async () => {
    if (name.trim() === '') return
    const id = await whileBusy(() => saveSchedule(name.trim(), rowsOf(plan)))
    if (id) onSaved(id)
  }
  return (
    <div className="flex items-end gap-2">
      <Field label="Name of these times" className="min-w-0 flex-1">
        {(wiring) => (
          <TextInput
            {...wiring}
            autoFocus
            maxLength={MAX.className}
            placeholder="2-hour delay"
            value={name}
            onChange={({ target }) => setName(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              void save()
            }}
          />
        )}
      </Field>
      <Button busy={isBusy} className="h-10! touch:h-11!" onClick={() => void save()}>
        Save
      </Button>
    </div>
  )
}
