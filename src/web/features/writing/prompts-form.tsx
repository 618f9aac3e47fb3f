import { Plus } from 'lucide-react'
import { useState } from 'react'
import { MAX } from '#shared/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextInput } from '#web/ui/field.tsx'
import { report } from '#web/ui/report.ts'
import { type StoredPrompt, tidied, useStoredPrompts } from './stored-prompts.ts'

/** Form to rename, rewrite, add or remove the teacher's quick prompts, or reset them to the defaults. */
export const PromptsForm = ({ onDone }: { onDone: () => void }) => {
  const { prompts, areOurs, save, isPending } = useStoredPrompts()
  const [rows, setRows] = useState(() => prompts.map((prompt, key) => ({ ...prompt, key })))
  const [nextKey, setNextKey] = useState(rows.length)

  const change = (key: number, changed: Partial<StoredPrompt>) =>
    setRows((now) => now.map((row) => (row.key === key ? { ...row, ...changed } : row)))
  const add = () => {
    setRows((now) => [...now, { name: '', text: '', key: nextKey }])
    setNextKey(nextKey + 1)
  }
  const keep = async (changed: StoredPrompt[] | null) => {
    const isKept = await report(() => save(changed), {
      failed: (reason) => ({ title: 'Failed to save your prompts', description: reason }),
    })
    if (isKept) onDone()
  }
  return (
    <section aria-label="Edit prompts" className="grid content-start gap-3">
      <p className="text-caption text-ink-soft">Words in [brackets] are selected when you choose a prompt, so you can type over them.</p>
      <ul className="grid gap-3">
        {rows.map(({ key, name, text }, place) => (
          <li key={key} className="grid gap-1.5 rounded-card border border-line bg-surface p-2.5">
            <span className="flex gap-1.5">
              <TextInput
                aria-label={`Name of prompt ${place + 1}`}
                autoFocus={place === 0 || key >= prompts.length}
                maxLength={MAX.promptName}
                placeholder="Name"
                value={name}
                onChange={(event) => change(key, { name: event.target.value })}
              />
              <Button
                size="sm"
                variant="ghost"
                aria-label={`Remove ${name || `prompt ${place + 1}`}`}
                className="mt-[3px] small:mt-0"
                onClick={() => setRows((now) => now.filter((row) => row.key !== key))}
              >
                Remove
              </Button>
            </span>
            <TextArea
              aria-label={`Text of ${name || `prompt ${place + 1}`}`}
              rows={3}
              maxLength={MAX.promptText}
              value={text}
              onChange={(event) => change(key, { text: event.target.value })}
            />
          </li>
        ))}
      </ul>
      <div className="sticky -bottom-4 -mx-1 -mb-4 flex flex-wrap gap-2 bg-paper px-1 pt-2 pb-4">
        <Button size="sm" icon={<Plus className="size-4" />} disabled={rows.length >= MAX.storedPrompts} onClick={add}>
          Add a prompt
        </Button>
        {!areOurs && (
          <Button size="sm" variant="ghost" busy={isPending} onClick={() => void keep(null)}>
            Restore defaults
          </Button>
        )}
        <span className="flex-1" />
        <Button size="sm" onClick={onDone}>
          Cancel
        </Button>
        <Button size="sm" variant="solid" busy={isPending} onClick={() => void keep(tidied(rows, MAX.promptName))}>
          Save prompts
        </Button>
      </div>
    </section>
  )
}
