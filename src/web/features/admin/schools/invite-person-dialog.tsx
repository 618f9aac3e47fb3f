import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import type { ListedSchool } from '#shared/admin/schools/contract.ts'
import { nameOf } from '#web/features/people/person.ts'
import { useSettled } from '#web/features/search/use-settled.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { ActionDialog } from '#web/ui/form-dialog.tsx'
import { inviteMember, schoolsQuery } from './data.ts'
import { peopleOf } from './school-words.ts'

type InvitePersonDialogProps = { person: { displayName: string | null; email: string }; onClose: () => void }

/** Invites a user to a school. */
export const InvitePersonDialog = ({ person, onClose }: InvitePersonDialogProps) => {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<ListedSchool>()
  const { data: schools } = useQuery(schoolsQuery(useSettled(typed.trim())))
  return (
    <ActionDialog
      title={`Invite ${nameOf(person)} to a school`}
      description="They’ll join once they accept the invitation in Firstbell. After that, the school’s administrators can view their schedule."
      submitLabel="Send invitation"
      isReady={chosen !== undefined}
      call={() => inviteMember(chosen?.id ?? '', person.email)}
      messages={{
        done: () => ({ title: 'Invitation sent', description: `${nameOf(person)} joins ${chosen?.name} by accepting.` }),
        failed: (reason) => ({ title: 'Failed to send invitation', description: reason }),
      }}
      onClose={onClose}
    >
      <Combobox
        label="Find a school"
        placeholder="Find a school"
        typed={typed}
        onType={(text) => {
          setTyped(text)
          setChosen(undefined)
        }}
        listLabel="Schools"
        listClassName="mt-1.5 h-[180px] overflow-y-auto"
        items={schools ?? []}
        idOf={({ id }) => id}
        isSelected={({ id }) => id === chosen?.id}
        optionClassName={() => 'gap-2.5 py-1'}
        heading={() => null}
        onChoose={(school) => {
          setChosen(school)
          setTyped(school.name)
        }}
      >
        {(school) => (
          <>
            <span className="min-w-0 flex-1">
              <span className="block truncate">{school.name}</span>
              <span className="block text-caption font-normal text-ink-soft">{peopleOf(school)}</span>
            </span>
            {school.id === chosen?.id && <Check className="size-4 shrink-0 text-brand" />}
          </>
        )}
      </Combobox>
      <p role="status" className="text-label text-ink-soft">
        {schools?.length === 0 && 'No schools found.'}
      </p>
    </ActionDialog>
  )
}
