import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { SubLink } from '#shared/sub-links/contract.ts'
import { USUAL_PARTS } from '#shared/sub-links/rules.ts'
import { gapsOf } from '#shared/sub-plans/rules.ts'
import type { DailyTemplate } from '#shared/templates/contract.ts'
import { type CalendarSource, useOwnCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useSettings, useUser } from '#web/features/people/data.ts'
import { useIsAway, useLacksStudentNotes } from '#web/features/people/use-is-away.ts'
import { changeLink, type LinkChange, makeLink, sendLink, turnOffLink } from '#web/features/sub-links/data.ts'
import { planDaysQuery } from '#web/features/sub-plans/data.ts'
import { firstDay } from '#web/features/sub-plans/next-plan-day.ts'
import { useClassroom } from '#web/features/sub-plans/use-classroom.ts'
import { RefusedCall } from '#web/lib/net/api.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { reasonOf, report } from '#web/ui/report.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { printAway } from './print-away.ts'
import { fieldsOf, taughtOn, thereWords } from './typed-gaps.ts'
import { useTypedGaps } from './use-typed-gaps.ts'

/** Returns what is missing from the plan of these days, as it was when the dialog opened, and what was typed since. */
const useReadiness = (dates: readonly string[], hasStudentNotes: boolean, plan: DailyTemplate | undefined) => {
  const user = useUser()
  const calendar = useOwnCalendar()
  // Fields stay while the teacher types and saves, so gaps are those of the notes as they were.
  const [notes] = useState(user)
  const { data, error, isFetching, refetch } = useQuery(planDaysQuery(user, dates))
  const { typed, type, save, hasUnsaved } = useTypedGaps(calendar)
  const days = data?.filter(({ date }) => dates.includes(date)) ?? []
  const gaps = gapsOf([...dates].sort(), days, notes)
  const all = data ? fieldsOf(gaps, days, hasStudentNotes) : []
  // An emergency plan replaces the days' lessons, so that theirs can stay without text.
  const fields = plan ? all.filter(({ place }) => 'note' in place) : all
  const taught = data ? taughtOn(dates, days, plan?.blocks) : []
  const lessons = plan ? (taught[0] ?? []) : taught.flat()
  return {
    ...{ calendar, notes, fields, typed, type, isLoaded: data !== undefined, error, isFetching, refetch },
    lessons: lessons.length,
    areDaysOff: days.length === dates.length && days.every(({ isBlocked }) => isBlocked),
    first: taught[0]?.map(({ startTime }) => startTime).sort()[0],
    there: thereWords(gaps, lessons.length - fields.filter(({ place }) => 'date' in place && place.blockId !== undefined).length),
    save: () => save(days),
    hasUnsaved: () => hasUnsaved(days),
  }
}

/**
 * What became of the link: made, and mailed to the office or not. `sentBefore` is when it had been sent before the last attempt, because the
 * mail may be on its way although the answer was lost.
 */
export type Outcome = { linkId: string; problem?: string | undefined; sentBefore?: string | null }

/** Returns why a link's mail wasn't sent, or undefined if it was or nobody tried. */
export const problemOf = ({ sentAt }: SubLink, { problem, sentBefore }: Outcome): string | undefined =>
  sentAt !== null && sentAt !== sentBefore ? undefined : problem

/** Tells a teacher who closed the dialog what became of the link. */
const tell = (problem: string | undefined, isMailed: boolean): void => {
  if (problem !== undefined)
    showToast({ tone: 'destructive', title: 'The mail wasn’t sent', description: `${problem} The link works. ${OPEN_AGAIN}` })
  else if (isMailed) showToast({ tone: 'success', title: 'Sent to the office' })
  else showToast({ tone: 'success', title: 'Your link is ready', description: OPEN_AGAIN })
}
const OPEN_AGAIN = 'Open “I’m out today” to share it.'

const mail = async (id: string): Promise<string | undefined> => {
  try {
    await sendLink(id)
    return undefined
  } catch (error) {
    return reasonOf(error)
  }
}

/** Returns undefined for a link that was turned off or ended elsewhere. */
const changeIfOpen = (id: string, change: LinkChange): Promise<SubLink | undefined> =>
  changeLink(id, change).catch((error: unknown) => {
    if (error instanceof RefusedCall && error.code === 'not_found') return undefined
    throw error
  })

type Wish = { dates: string[]; message: string; studentNotes: boolean; emergencyPlanId: string | undefined }

/** Makes one link after another, each in place of the one before, until it is sent. */
const useOneLink = (calendar: CalendarSource) => {
  /** The link that See it made. Send uses it. Closing without sending turns it off, because nobody else has its address. */
  const made = useRef<SubLink>(undefined)
  const isSent = useRef(false)
  const make = async ({ dates, message, studentNotes, emergencyPlanId }: Wish): Promise<SubLink> => {
    const before = made.current
    // A link can't change to another emergency plan.
    const isSame = before?.emergencyPlan?.id === emergencyPlanId
    const changed = before && isSame ? await changeIfOpen(before.id, { dates, message, include: { studentNotes } }) : undefined
    if (before && !isSame) await turnOffLink(before.id)
    made.current = changed
    made.current ??= await makeLink(calendar, { dates, message, include: { ...USUAL_PARTS, studentNotes }, emergencyPlanId })
    return made.current
  }
  const drop = async (): Promise<void> => {
    const link = made.current
    if (!link || isSent.current) return
    await report(() => turnOffLink(link.id), {
      failed: (reason) => ({ title: 'Failed to turn off the link that you looked at', description: reason }),
    })
  }
  return {
    make,
    drop,
    keep: () => {
      isSent.current = true
    },
    forget: () => {
      made.current = undefined
      isSent.current = false
    },
  }
}

type Busy = 'see' | 'send'

/** Runs one action after another, and says which was pressed last and isn't done. */
const useTurns = () => {
  const [busy, setBusy] = useState<Busy>()
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  const inTurn = (act: () => Promise<unknown>): Promise<unknown> => {
    const done = turn.current.then(act)
    turn.current = done.catch(() => undefined)
    return done
  }
  const during = async (kind: Busy, act: () => Promise<void>): Promise<void> => {
    setBusy(kind)
    await inTurn(() => report(act, { failed: (reason) => ({ title: 'Failed to make the link', description: reason }) })).finally(() =>
      setBusy((now) => (now === kind ? undefined : now)),
    )
  }
  return { busy, inTurn, during }
}

/** Holds what a teacher chooses who is out, and sends it. `initial` is a link that was made for today already. */
export const useOutToday = (initial: string | undefined) => {
  const { timezone, isGuest } = useUser()
  const isAway = useIsAway()
  const lacksNotes = useLacksStudentNotes() && isAway
  const hasMail = useSettings().data?.mail === true
  const today = useToday(timezone)
  const [dates, setDates] = useState<readonly string[]>([firstDay(today)])
  const [studentNotes, setStudentNotes] = useState(false)
  const [message, setMessage] = useState('')
  const [plan, setPlan] = useState<DailyTemplate>()
  const [seen, setSeen] = useState<SubLink>()
  const [outcome, setOutcome] = useState<Outcome | undefined>(initial === undefined ? undefined : { linkId: initial })
  const isClosed = useRef(false)
  const readiness = useReadiness(dates, studentNotes, plan)
  const classroom = useClassroom()
  const links = useOneLink(readiness.calendar)
  const { busy, inTurn, during } = useTurns()
  const canMail = hasMail && classroom.classroom.officeEmail.trim() !== ''

  /** Returns false if something that the teacher typed wasn't saved. The screen then says why. */
  const keepTyped = async (): Promise<boolean> => !(await Promise.all([readiness.save(), classroom.save()])).includes(false)
  const link = async (): Promise<SubLink | undefined> =>
    (await keepTyped()) ? links.make({ dates: [...dates], message, studentNotes, emergencyPlanId: plan?.id }) : undefined
  const mailed = async ({ id, sentAt }: SubLink): Promise<void> => {
    const problem = canMail ? await mail(id) : undefined
    if (isClosed.current) return tell(problem, canMail)
    setOutcome({ linkId: id, problem, sentBefore: sentAt })
  }
  const send = () =>
    during('send', async () => {
      const made = await link()
      if (!made) return
      // From here on, closing must not turn the link off.
      links.keep()
      await mailed(made)
    })
  const sendAgain = (to: SubLink) => during('send', async () => ((await classroom.save()) ? mailed(to) : undefined))
  const see = async (): Promise<void> => {
    if (busy !== 'send') await during('see', async () => setSeen(await link()))
  }
  const print = (): Promise<boolean> =>
    printAway(readiness.calendar, {
      ...{ dates, message, plan, typed: readiness.typed, notes: readiness.notes, classroom: classroom.classroom },
      // The plan then says that it lacks them.
      studentNotes: studentNotes || lacksNotes,
    })
  const close = () => {
    isClosed.current = true
    void inTurn(links.drop)
  }
  const startOver = () => {
    links.forget()
    setSeen(undefined)
    setOutcome(undefined)
  }
  const hasUnsaved = () => !outcome && busy !== 'send' && (message.trim() !== '' || hasUnsavedText())
  const hasUnsavedText = () => readiness.hasUnsaved() || Object.keys(classroom.unsaved).length > 0
  return {
    ...{
      today,
      isGuest,
      isAway,
      lacksNotes,
      hasMail,
      canMail,
      dates,
      setDates,
      studentNotes,
      setStudentNotes,
      message,
      setMessage,
      plan,
      setPlan,
    },
    ...{ busy, seen, unsee: () => setSeen(undefined), outcome, readiness, classroom },
    ...{ see, send, sendAgain, print, close, startOver, keepTyped, hasUnsaved },
  }
}
