import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { DELETE_WORD } from '#shared/accounts/contract.ts'
import { useDeleteAccount } from '#web/features/accounts/data.ts'
import { GuardedForm, GuardedSection } from '#web/features/accounts/guarded-section.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'

/** Deletes the account. Requires typing a confirmation, because it can't be undone. */
export const DeleteAccountForm = ({ isRow, onOpen }: { isRow?: boolean; onOpen?: (isOpen: boolean) => void }) => (
  <GuardedSection
    isRow={isRow}
    onOpen={onOpen}
    title="Delete account"
    description="This permanently deletes your lessons, notes, and history on every device. You can’t undo it."
    opener={{ label: 'Delete my account', icon: <Trash2 className="size-4" /> }}
  >
    {(close) => <DeleteForm onCancel={close} />}
  </GuardedSection>
)

const DeleteForm = ({ onCancel }: { onCancel: () => void }) => {
  const deleteAccount = useDeleteAccount()
  const [typed, setTyped] = useState('')
  return (
    <GuardedForm
      cancelLabel="Keep my account"
      confirm={{ label: 'Delete permanently', variant: 'danger-solid' }}
      isPending={deleteAccount.isPending}
      isReady={typed.trim().toUpperCase() === DELETE_WORD}
      call={() => deleteAccount.mutateAsync()}
      messages={{ failed: (reason) => ({ title: 'Failed to delete your account', description: reason }) }}
      onCancel={onCancel}
    >
      <Field label={`Type ${DELETE_WORD} to confirm`}>
        {(wiring) => (
          <TextInput
            {...wiring}
            autoComplete="off"
            className="bg-surface"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
    </GuardedForm>
  )
}
