import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { TextInput } from '#web/ui/field.tsx'

/** A password field with a button that reveals the password. */
export const PasswordInput = (props: Omit<ComponentProps<typeof TextInput>, 'type'>) => {
  const [isShown, setIsShown] = useState(false)
  const label = isShown ? 'Hide password' : 'Show password'
  const Icon = isShown ? EyeOff : Eye
  return (
    <div className="relative">
      <TextInput
        {...props}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className="pr-11"
      />
      <button
        type="button"
        aria-label={label}
        data-tip={label}
        onClick={() => setIsShown(!isShown)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-ink-soft hover:text-ink"
      >
        <Icon aria-hidden="true" className="size-[17px]" />
      </button>
    </div>
  )
}
