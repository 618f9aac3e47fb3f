import { ImageUp } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { MAX } from '#shared/limits.ts'
import { GuestNotice } from '#web/features/accounts/guest-notice.tsx'
import { useUpdateUser } from '#web/features/people/changes/data.ts'
import { useSettings, useUser } from '#web/features/people/data.ts'
import { initialsOf } from '#web/features/people/person.ts'
import { AddressState } from '#web/features/sign-in/links/address-state.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { report } from '#web/ui/report.ts'
import { croppedPicture } from './picture.ts'

/** Unsaved input. */
export type ProfileDraft = { name: string; picture: string | null }
type ProfileFormProps = { draft: ProfileDraft; isChanged: boolean; onDraft: (change: (draft: ProfileDraft) => ProfileDraft) => void }

type PictureFieldProps = { picture: string | null; onPicture: (picture: string | null) => void }

const PictureField = ({ picture, onPicture }: PictureFieldProps) => {
  const user = useUser()
  const file = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return
    try {
      onPicture(await croppedPicture(chosen))
      setProblem(undefined)
    } catch (error) {
      setProblem((error as Error).message)
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-4">
      {picture ? (
        <img src={picture} alt="Your profile" className="size-20 rounded-full object-cover" />
      ) : (
        <span
          aria-hidden="true"
          className="grid size-20 place-items-center rounded-full bg-brass-soft text-heading-large font-bold text-brass-ink"
        >
          {initialsOf(user)}
        </span>
      )}
      <div className="grid gap-1.5">
        <span className="flex flex-wrap gap-2">
          <Button size="sm" icon={<ImageUp className="size-4" />} onClick={() => file.current?.click()}>
            Choose picture
          </Button>
          {picture && (
            <Button size="sm" variant="ghost" onClick={() => onPicture(null)}>
              Remove picture
            </Button>
          )}
        </span>
        <span role={problem ? 'alert' : undefined} className={problem ? 'font-medium text-blocked' : 'text-caption text-ink-soft'}>
          {problem ?? 'We’ll crop it to a square. Up to 5 MB.'}
        </span>
      </div>
      <input
        ref={file}
        type="file"
        accept="image/*"
        aria-label="Picture file"
        className="hidden"
        onChange={(event) => {
          void choose(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </div>
  )
}

/** Edits the picture and name, and shows the email address. Changes are saved only when the user clicks Save profile. */
export const ProfileForm = ({ draft, isChanged, onDraft }: ProfileFormProps) => {
  const { name, picture } = draft
  const user = useUser()
  const { email, hasPassword } = user
  const { data: settings } = useSettings()
  const howToChange = settings && `To change it, email ${settings.contactEmail}.`
  const emailHint = [hasPassword && 'You sign in with this.', howToChange].filter(Boolean).join(' ')
  const updateUser = useUpdateUser()
  const [nameError, setNameError] = useState<string>()

  const save = (event: FormEvent) => {
    event.preventDefault()
    const displayName = name.trim()
    if (!displayName) return setNameError('Please enter a display name.')
    setNameError(undefined)
    const change = { displayName, ...(picture !== user.profileImage && { profileImage: picture }) }
    void report(() => updateUser.mutateAsync(change), {
      done: () => ({ title: 'Profile updated' }),
      failed: (reason) => ({ title: 'Failed to Update Profile', description: reason }),
    })
  }
  return (
    <form noValidate onSubmit={save} className="grid gap-4">
      <PictureField picture={picture} onPicture={(chosen) => onDraft((now) => ({ ...now, picture: chosen }))} />
      <Field label="Display name" error={nameError}>
        {(wiring) => (
          <TextInput
            {...wiring}
            autoComplete="name"
            maxLength={MAX.name}
            required
            value={name}
            onChange={({ target }) => onDraft((now) => ({ ...now, name: target.value }))}
          />
        )}
      </Field>
      <GuestNotice />
      {email !== null && (
        <section aria-label="Email" className="grid gap-1">
          <span aria-hidden="true" className="text-caption font-semibold text-ink-soft">
            Email
          </span>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 break-all">{email}</span>
            {settings?.mail && <AddressState {...user} />}
          </div>
          <p className="text-caption text-ink-soft">{emailHint}</p>
        </section>
      )}
      <Button variant="solid" type="submit" busy={updateUser.isPending} disabled={!isChanged} className="justify-self-end">
        Save profile
      </Button>
    </form>
  )
}
