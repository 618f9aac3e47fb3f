import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { invitationsQuery, mySchoolQuery, teachersQuery } from './data.ts'
import { InvitedTeachers } from './invited-teachers.tsx'
import { TeacherList } from './teacher-list.tsx'

type OurTeachersDialogProps = { onView: (userId: string) => void; onClose: () => void }

/** Manages the school's teachers, administrators, and invitations. */
export const OurTeachersDialog = ({ onView, onClose }: OurTeachersDialogProps) => {
  const { data: mine } = useQuery(mySchoolQuery)
  const { data: teachers } = useQuery(teachersQuery)
  const { data: invitations } = useQuery(invitationsQuery)
  const [tab, setTab] = useState<'teachers' | 'invitations'>('teachers')
  const count = (list: readonly unknown[] | undefined) => (list ? ` (${list.length})` : '')
  return (
    <Dialog onClose={onClose} title="Our Teachers" description={mine?.school?.name}>
      <Tabs
        label="Our Teachers"
        value={tab}
        options={[
          { value: 'teachers', label: `Teachers${count(teachers)}` },
          { value: 'invitations', label: `Invitations${count(invitations)}` },
        ]}
        onChange={setTab}
      >
        <div className="min-h-[360px]">{tab === 'teachers' ? <TeacherList onView={onView} /> : <InvitedTeachers />}</div>
      </Tabs>
    </Dialog>
  )
}
