import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { goTo } from '#web/features/calendar/navigation/shown-date.ts'
import { useUser } from '#web/features/people/data.ts'
import { nameOf } from '#web/features/people/person.ts'
import { type Command, useCommands } from '#web/lib/input/commands.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { useStore } from '#web/lib/store.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { whenIdle } from '#web/lib/time/when-idle.ts'
import { setWaiting } from '#web/lib/waiting.ts'
import { invitesAsked } from './asked-invites.ts'
import { receivedQuery } from './data.ts'

const COLLABORATION = 'collaboration'

const DialogPart = lazyPart(async () => (await import('./collaboration-dialog.tsx')).CollaborationDialog)

/** Registers the collaboration commands, counts pending invitations for the badge, and shows the dialog. */
export const CollaborationDialogs = () => {
  const { isGuest, timezone } = useUser()
  const today = useToday(timezone)
  const view = (userId: string) => goTo(today, (now) => ({ ...now, calendar: `colleague-${userId}` }))
  const [isOpen, setIsOpen] = useState(false)
  const areInvitesAsked = useStore(invitesAsked)
  const close = () => {
    setIsOpen(false)
    invitesAsked.set(false)
  }
  const { data: received = [] } = useQuery({ ...receivedQuery, enabled: !isGuest })
  const waiting = received.filter(({ status }) => status === 'waiting').length
  useEffect(() => setWaiting(COLLABORATION, waiting), [waiting])
  useEffect(() => whenIdle(() => void DialogPart.preload()), [])

  const commands: Command[] = [
    {
      id: COLLABORATION,
      label: 'Collaboration',
      group: 'Plan',
      words: 'share invite colleague teacher received sent',
      run: () => setIsOpen(true),
    },
    ...received
      .filter(({ status }) => status === 'accepted')
      .map(
        ({ invitedBy }): Command => ({
          id: `view-${invitedBy.id}`,
          label: `View ${nameOf(invitedBy)}’s schedule`,
          group: 'Go to',
          words: 'colleague calendar',
          run: () => view(invitedBy.id),
        }),
      ),
  ]
  useCommands(commands)

  if (!isOpen && !areInvitesAsked) return null
  const viewed = (userId: string) => {
    close()
    view(userId)
  }
  return (
    <Suspense>
      <DialogPart showsReceived={areInvitesAsked} onView={viewed} onClose={close} />
    </Suspense>
  )
}
