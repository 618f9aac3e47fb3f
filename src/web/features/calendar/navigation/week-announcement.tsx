import { useEffect, useState } from 'react'
import type { PlannedWeek } from '#web/features/calendar/model/planned-week.ts'
import { announcedPlace, plannerAnnouncement } from './planner-title.ts'
import type { PlannerAddress } from './planner-url.ts'

/** Long enough that a held arrow key announces only the week where it stops. */
const PAUSE_MS = 300

type WeekAnnouncementProps = { address: PlannerAddress; week: PlannedWeek | undefined }

/** Announces each week or day that the teacher goes to, once its lessons are there. The first one is announced by the page itself. */
export const WeekAnnouncement = ({ address, week }: WeekAnnouncementProps) => {
  const place = announcedPlace(address)
  const [known, setKnown] = useState({ place, text: '' })
  useEffect(() => {
    if (!week || place === known.place) return undefined
    const timer = setTimeout(() => setKnown({ place, text: plannerAnnouncement(address, week) }), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [week, place, known.place, address])
  return (
    <p role="status" className="sr-only">
      {known.text}
    </p>
  )
}
