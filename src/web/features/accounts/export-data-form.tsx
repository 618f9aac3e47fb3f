import { FileDown } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useExportData } from '#web/features/export/data.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from './password-input.tsx'

const FILE = <FileDown aria-hidden="true" className="size-4" />

/** All that is kept of a person, as a file to take away: behind the password, since student notes are in it. */
export const ExportDataForm = () => {
  const exportData = useExportData()
  const [isOpen, setIsOpen] = useState(false)
  const [password, setPassword] = useState('')
  const close = () => {
    setIsOpen(false)
    setPassword('')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '') exportData.mutate(password, { onSuccess: close })
  }
  return (
    <section aria-labelledby="export-data" className="grid gap-3 border-t border-line pt-5">
      <h3 id="export-data" className="text-base">
        Export my data
      </h3>
      <p className="text-ink-soft">
        One archive with your lessons, notes, templates, history and account: a page to read and print, and files for other programs.
      </p>
      {!isOpen && (
        <Button icon={FILE} className="justify-self-start" onClick={() => setIsOpen(true)}>
          Export My Data
        </Button>
      )}
      {isOpen && (
        <form noValidate onSubmit={submit} className="grid gap-3">
          <Field label="Your password" hint="Student notes are in it: keep the file where only you can open it.">
            {(wiring) => (
              <PasswordInput
                {...wiring}
                autoFocus
                autoComplete="current-password"
                maxLength={256}
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            )}
          </Field>
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={close}>Cancel</Button>
            <Button variant="solid" type="submit" icon={FILE} busy={exportData.isPending} disabled={password === ''}>
              Download
            </Button>
          </div>
        </form>
      )}
    </section>
  )
}
