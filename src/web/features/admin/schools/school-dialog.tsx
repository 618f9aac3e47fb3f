import { useQuery } from '@tanstack/react-query'
import { Ellipsis, Pencil, ShieldMinus, ShieldPlus, UserMinus, UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatDay, todayIn, zoneWords } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import type { SentSchoolInvitation, Teacher } from '#shared/schools/contract.ts'
import { PersonRow } from '#web/features/collaboration/person-row.tsx'
import { Avatar } from '#web/features/people/avatar.tsx'
import { useUser } from '#web/features/people/data.ts'
import { nameOf } from '#web/features/people/person.ts'
import { InviteToSchool } from '#web/features/schools/invite-to-school.tsx'
import { Unconfirmed } from '#web/features/sign-in/links/unconfirmed.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { ActionDialog } from '#web/ui/form-dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { reasonOf, report } from '#web/ui/report.ts'
import { LoadingRows } from '#web/ui/skeleton.tsx'
import { useQuestion } from '#web/ui/use-question.tsx'
import { inviteMember, removeMember, renameSchool, schoolQuery, setAdministrator, withdrawInvitation } from './data.ts'
import { peopleOf } from './school-words.ts'

const MORE = <Ellipsis className="size-[18px]" />
const MORE_RIGHTS = <ShieldPlus className="size-4" />
const FEWER_RIGHTS = <ShieldMinus className="size-4" />
const OUT = <UserMinus className="size-4" />

const INVITE = <UserPlus className="size-4" />

type OfSchool = { schoolId: string }

const Part = ({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) => (
  <section aria-label={title} className="border-t border-line pt-4 not-first:mt-4">
    <div className="flex min-h-8 items-center justify-between gap-3">
      <h3 className="text-large">{title}</h3>
      {action}
    </div>
    {children}
  </section>
)

const RenameDialog = ({ schoolId, name, onClose }: OfSchool & { name: string; onClose: () => void }) => {
  const [typed, setTyped] = useState(name)
  const isChanged = typed.trim() !== '' && typed.trim() !== name
  return (
    <ActionDialog
      title="Rename school"
      submitLabel="Rename"
      isReady={isChanged}
      call={() => renameSchool(schoolId, typed.trim())}
      messages={{
        done: () => ({ title: 'School renamed', description: typed.trim() }),
        failed: (reason) => ({ title: 'Failed to rename the school', description: reason }),
      }}
      onClose={onClose}
    >
      <Field label="School name">
        {(wiring) => <TextInput {...wiring} maxLength={MAX.schoolName} value={typed} onChange={(event) => setTyped(event.target.value)} />}
      </Field>
    </ActionDialog>
  )
}

/** Opens the dialog that renames a school. */
const Rename = (school: OfSchool & { name: string }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="sm" icon={<Pencil className="size-4" />} className="phone:w-11 phone:px-0" onClick={() => setIsOpen(true)}>
        <span className="phone:sr-only">Rename…</span>
      </Button>
      {isOpen && <RenameDialog {...school} onClose={() => setIsOpen(false)} />}
    </>
  )
}

const Member = ({ schoolId, teacher }: OfSchool & { teacher: Teacher }) => {
  const { ask, question } = useQuestion()
  const name = nameOf(teacher)
  const member = { schoolId, userId: teacher.id }
  const failed = (reason: string) => ({ title: 'Failed to update the school', description: reason })
  const toggle = () =>
    void report(() => setAdministrator(member, !teacher.isAdministrator), {
      done: ({ isAdministrator }) => ({
        title: isAdministrator ? `${name} is now an administrator` : `${name} is no longer an administrator`,
      }),
      failed,
    })
  const remove = () => void report(() => removeMember(member), { done: () => ({ title: 'Teacher removed', description: name }), failed })
  const askToRemove = () =>
    ask({
      title: `Remove ${name} from the school?`,
      description: 'The school’s days off and notes will be removed from their planner. They keep everything else.',
      confirmLabel: 'Remove',
      destructive: true,
      onConfirm: remove,
    })
  return (
    <li className="flex min-h-16 items-center gap-3 py-2">
      <Avatar person={teacher} />
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1 text-caption text-ink-soft">
        <span className="min-w-0 flex-1 basis-[220px] break-words">
          <strong className="block text-body font-semibold text-ink">{name}</strong>
          {teacher.displayName?.trim() ? teacher.email : 'No name yet'}
        </span>
        {teacher.isAdministrator && <span className="text-small font-semibold">Administrator</span>}
        <Unconfirmed {...teacher} />
      </span>
      <Menu
        trigger={
          <IconButton variant="ghost" label={`More for ${name}`}>
            {MORE}
          </IconButton>
        }
      >
        <MenuItem icon={teacher.isAdministrator ? FEWER_RIGHTS : MORE_RIGHTS} onSelect={toggle}>
          {teacher.isAdministrator ? 'Remove as administrator' : 'Make school administrator'}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={OUT} onSelect={askToRemove}>
          Remove from school…
        </MenuItem>
      </Menu>
      {question}
    </li>
  )
}

const Invited = ({ schoolId, invitation: { id, email, status, invitedAt } }: OfSchool & { invitation: SentSchoolInvitation }) => {
  const { timezone } = useUser()
  const withdraw = () =>
    void report(() => withdrawInvitation(schoolId, id), {
      done: () => ({ title: 'Invitation withdrawn', description: email }),
      failed: (reason) => ({ title: 'Failed to withdraw the invitation', description: reason }),
    })
  const day = formatDay(todayIn(timezone, Date.parse(invitedAt)), 'monthDay')
  return (
    <PersonRow
      person={{ id, displayName: null, email }}
      about={[status === 'declined' ? `Declined, invited ${day}` : `Invited ${day}`]}
      menu={
        <Menu
          trigger={
            <IconButton variant="ghost" label={`More for ${email}`}>
              {MORE}
            </IconButton>
          }
        >
          <MenuItem icon={OUT} onSelect={withdraw}>
            {status === 'declined' ? 'Remove invitation' : 'Withdraw invitation'}
          </MenuItem>
        </Menu>
      }
    />
  )
}

const administratorsFirst = (members: readonly Teacher[]): readonly Teacher[] => [
  ...members.filter(({ isAdministrator }) => isAdministrator),
  ...members.filter(({ isAdministrator }) => !isAdministrator),
]

/** A school's name, members, and invitations. Doesn't show its teachers' plans. */
export const SchoolDialog = ({ schoolId, onClose }: OfSchool & { onClose: () => void }) => {
  const { data, error, isFetching, refetch } = useQuery(schoolQuery(schoolId))
  const [isAsked, setIsAsked] = useState(false)
  // A school without teachers needs one first.
  const isInviting = isAsked || data?.members.length === 0
  const teachers = data?.members.length ?? 0
  const administrators = data?.members.filter(({ isAdministrator }) => isAdministrator).length ?? 0
  const about = data && (
    <>
      {peopleOf({ teachers, administrators })}
      <span className="whitespace-nowrap phone:block">
        <span className="phone:hidden"> · </span>
        {zoneWords(data.timezone)}
      </span>
    </>
  )
  return (
    <Dialog
      title={data?.name ?? 'School'}
      description={about}
      actions={data && <Rename schoolId={schoolId} name={data.name} />}
      onClose={onClose}
    >
      {error && (
        <ErrorState title="Couldn’t load the school" description={reasonOf(error)} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!error && !data && <LoadingRows />}
      {data && (
        <>
          <Part
            title="Teachers"
            action={
              !isInviting && (
                <Button size="sm" icon={INVITE} onClick={() => setIsAsked(true)}>
                  Invite a teacher…
                </Button>
              )
            }
          >
            {isInviting && <InviteToSchool takesFocus={isAsked} invite={(email) => inviteMember(schoolId, email)} />}
            {data.members.length === 0 && <p className="py-4 text-ink-soft">No teachers have joined yet.</p>}
            <ul aria-label="Teachers" className="mt-1.5 divide-y divide-line">
              {administratorsFirst(data.members).map((teacher) => (
                <Member key={teacher.id} schoolId={schoolId} teacher={teacher} />
              ))}
            </ul>
          </Part>
          {data.invitations.length > 0 && (
            <Part title="Invitations">
              <ul aria-label="Invitations" className="divide-y divide-line">
                {data.invitations.map((invitation) => (
                  <Invited key={invitation.id} schoolId={schoolId} invitation={invitation} />
                ))}
              </ul>
            </Part>
          )}
        </>
      )}
    </Dialog>
  )
}
