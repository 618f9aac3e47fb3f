import type { SchoolClass } from '#shared/classes/contract.ts'
import { MAX } from '#shared/limits.ts'
import { Field, TextInput } from '#web/ui/field.tsx'

type Change = { onChange: (value: string) => void }

/** The name of a class. `taken` is another class that has the name. */
export const ClassNameField = ({ name, taken, onChange }: Change & { name: string; taken: SchoolClass | undefined }) => (
  <Field label="Name" error={taken && `You already have a class named ${taken.name}.`}>
    {(wiring) => (
      <TextInput
        {...wiring}
        required
        maxLength={MAX.className}
        autoComplete="off"
        placeholder="Math, Period 3…"
        value={name}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
)

export const RoomField = ({ room, onChange }: Change & { room: string }) => (
  <Field label="Room (optional)">
    {(wiring) => (
      <TextInput {...wiring} maxLength={MAX.room} autoComplete="off" value={room} onChange={({ target }) => onChange(target.value)} />
    )}
  </Field>
)
