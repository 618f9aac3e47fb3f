import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { goTo } from '#web/features/calendar/navigation/shown-date.ts'
import { useSettings } from '#web/features/people/data.ts'
import { invitationsQuery, mySchoolQuery, teachersQuery } from '#web/features/schools/data.ts'
import { SchoolTools } from '#web/features/schools/school-tools.tsx'
import { useMedia, WIDE_SCREEN } from '#web/lib/use-media.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { InvitePanel } from './invite-panel.tsx'
import { TeacherList } from './teacher-list.tsx'
import { wantsToInvite } from './wants-to-invite.ts'
import './teachers.css'

const INVITE = <UserPlus className="size-4" />

/** How many teachers have joined, are invited, or haven't confirmed their address. */
const Figures = () => {
  const { data: settings } = useSettings()
  const { data: teachers } = useQuery(teachersQuery)
  const { data: invitations } = useQuery(invitationsQuery)
  if (!teachers || !invitations) return null
  const figures = [
    [teachers.length, 'joined'],
    [invitations.filter(({ status }) => status === 'waiting').length, 'pending'],
    [settings?.mail ? teachers.filter(({ isAddressConfirmed }) => !isAddressConfirmed).length : 0, 'not confirmed'],
  ] as const
  return (
    <p className="school-figures">
      {figures.map(
        ([count, words]) =>
          count > 0 && (
            <span key={words} className="whitespace-nowrap">
              <b>{count}</b>
              {words}
            </span>
          ),
      )}
    </p>
  )
}

type TeachersPageProps = { today: string; head: ReactNode }

/** The school's teachers and administrators, and its invitations. */
export const TeachersPage = ({ today, head }: TeachersPageProps) => {
  const isWide = useMedia(WIDE_SCREEN)
  const [isInviting, setIsInviting] = useState(wantsToInvite.get)
  const { data: mine } = useQuery(mySchoolQuery)
  return (
    <div className="school-page">
      <div className="school-main">
        {head}
        <div className="school-heading teachers-heading">
          <h1>Our Teachers</h1>
          <span className="school-of-teachers min-w-0 flex-1 text-label break-words text-ink-soft">{mine?.school?.name}</span>
          <Figures />
          {!isWide && (
            <Button
              variant="solid"
              size="sm"
              icon={INVITE}
              className="school-invite"
              aria-haspopup="dialog"
              aria-label="Invite teachers…"
              onClick={() => setIsInviting(true)}
            >
              <span>
                Invite<span className="phone:hidden"> teachers</span>…
              </span>
            </Button>
          )}
          <SchoolTools today={today} />
        </div>
        <TeacherList onView={(id) => goTo(today, (now) => ({ ...now, calendar: `teacher-${id}` }))} />
      </div>
      {isWide && (
        <aside aria-label="Invite teachers" className="school-aside">
          <InvitePanel hasTitle />
        </aside>
      )}
      {!isWide && isInviting && (
        <Drawer title="Invite teachers" side="right" onClose={() => setIsInviting(false)}>
          <div className="school-drawer">
            <InvitePanel hasTitle={false} />
          </div>
        </Drawer>
      )}
    </div>
  )
}
