import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SubLink, SubLinkParts } from '#shared/sub-links/contract.ts'
import { gapsOf } from '#shared/sub-plans/rules.ts'
import type { DailyTemplate } from '#shared/templates/contract.ts'
import { useOwnCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useSettings, useUser } from '#web/features/people/data.ts'
import { changeLink, makeLink, sendLink, turnOffLink } from '#web/features/sub-links/data.ts'
import { planDaysQuery } from '#web/features/sub-plans/data.ts'
import { useClassroom } from '#web/features/sub-plans/use-classroom.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { reasonOf, report } from '#web/ui/report.ts'
import { firstDay } from './day-chips.tsx'
import { fieldsOf, thereWords } from './typed-gaps.ts'
import { useTypedGaps } from './use-typed-gaps.ts'

/** Returns what is missing from the plan of these days, as it was when the dialog opened, and what was typed since. */
const useReadiness = (dates: readonly string[], hasStudentNotes: boolean, plan: DailyTemplate | undefined) => {
  const user = useUser()
  const calendar = useOwnCalendar()
  // Fields stay while the teacher types and saves, so gaps are those of the notes as they were.
  const [notes] = useState(user)
  const { data, error, isFetching, refetch } = useQuery(planDaysQuery(user.id, dates))
  const { typed, type, save } = useTypedGaps(calendar)
  const days = data?.filter(({ date }) => dates.includes(date)) ?? []
  const gaps = gapsOf([...dates].sort(), days, notes)
  const all = data ? fieldsOf(gaps, days, hasStudentNotes) : []
  // An emergency plan replaces the days' lessons, so that theirs can stay without text.
  const fields = plan ? all.filter(({ place }) => 'note' in place) : all
  const lessons = plan?.blocks ?? days.filter(({ isBlocked }) => !isBlocked).flatMap(({ blocks }) => blocks)
  return {
    ...{ calendar, fields, typed, type, isLoaded: data !== undefined, error, isFetching, refetch },
    lessons: lessons.length,
    areDaysOff: !plan && days.length === dates.length && days.every(({ isBlocked }) => isBlocked),
    first: lessons.map(({ startTime }) => startTime).sort()[0],
    there: thereWords(gaps, lessons.length - fields.filter(({ place }) => 'date' in place && place.blockId !== undefined).length),
    save: () => save(fields, days),
  }
}

/** What became of the link: made, and mailed to the office or not. */
export type Outcome = { linkId: string; problem?: string | undefined }

/** Holds what a teacher chooses who is out, and sends it. `initial` is a link that was made for today already. */
export const useOutToday = (initial: string | undefined) => {
  const { timezone, isGuest } = useUser()
  const hasMail = useSettings().data?.mail === true
  const today = useToday(timezone)
  const [dates, setDates] = useState<readonly string[]>([firstDay(today)])
  const [studentNotes, setStudentNotes] = useState(false)
  const [message, setMessage] = useState('')
  const [plan, setPlan] = useState<DailyTemplate>()
  const [busy, setBusy] = useState<'see' | 'send'>()
  /** The link that See it made. Send uses it. Closing without sending turns it off, because nobody else has its address. */
  const [made, setMade] = useState<SubLink>()
  const [outcome, setOutcome] = useState<Outcome | undefined>(initial === undefined ? undefined : { linkId: initial })
  const readiness = useReadiness(dates, studentNotes, plan)
  const classroom = useClassroom()
  const canMail = hasMail && classroom.classroom.officeEmail.trim() !== ''

  const keepTyped = async (): Promise<void> => void (await Promise.all([readiness.save(), classroom.save()]))
  const link = async (): Promise<SubLink> => {
    await keepTyped()
    const include = { studentNotes } as Partial<SubLinkParts>
    const wish = { dates: [...dates], message }
    const isSame = made !== undefined && made.emergencyPlan?.id === plan?.id
    // A link can't change to another emergency plan.
    if (made && !isSame) await turnOffLink(made.id)
    const now = isSame
      ? await changeLink(made.id, { ...wish, include })
      : await makeLink(readiness.calendar, { ...wish, include: PARTS(studentNotes), emergencyPlanId: plan?.id })
    setMade(now)
    return now
  }
  const mail = async (id: string): Promise<string | undefined> => {
    try {
      await sendLink(id)
      return undefined
    } catch (error) {
      return reasonOf(error)
    }
  }
  const during = async (kind: 'see' | 'send', act: () => Promise<void>): Promise<boolean> => {
    setBusy(kind)
    const isDone = await report(act, { failed: (reason) => ({ title: 'Failed to make the link', description: reason }) })
    setBusy(undefined)
    return isDone
  }
  const send = () =>
    during('send', async () => {
      const { id } = await link()
      const problem = canMail ? await mail(id) : undefined
      setOutcome({ linkId: id, problem })
    })
  const sendAgain = async (id: string) => {
    setBusy('send')
    setOutcome({ linkId: id, problem: await mail(id) })
    setBusy(undefined)
  }
  const close = () => {
    void keepTyped()
    if (made && !outcome) void turnOffLink(made.id).catch(() => undefined)
  }
  const startOver = () => {
    setMade(undefined)
    setOutcome(undefined)
  }
  return {
    ...{ today, isGuest, hasMail, canMail, dates, setDates, studentNotes, setStudentNotes, message, setMessage, plan, setPlan },
    ...{ busy, made, outcome, readiness, classroom, send, sendAgain, close, startOver },
    see: () => during('see', async () => void (await link())),
  }
}

/** The parts of a new link. */
const PARTS = (studentNotes: boolean): SubLinkParts => ({
  lessons: 'full',
  files: true,
  substituteInstructions: true,
  alerts: true,
  studentNotes,
  report: true,
})
