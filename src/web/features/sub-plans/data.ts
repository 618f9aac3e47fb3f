import { queryOptions, useMutation } from '@tanstack/react-query'
import { accounts, type User } from '#shared/accounts/contract.ts'
import { calendar } from '#shared/calendar/contract.ts'
import { collaboration } from '#shared/collaboration/contract.ts'
import { timeIn, todayIn } from '#shared/dates.ts'
import { schools } from '#shared/schools/contract.ts'
import { type SubPlanChoices, subPlans } from '#shared/sub-plans/contract.ts'
import type { NoteName, SpecialNotes } from '#shared/sub-plans/rules.ts'
import type { CalendarSource } from '#web/features/calendar/days/calendar-ref.ts'
import { loadDay } from '#web/features/calendar/days/shown.ts'
import { client, RefusedCall } from '#web/lib/api.ts'
import { queryClient, SESSION_KEY } from '#web/lib/query-client.ts'
import { watchSave } from '#web/lib/save-status.ts'
import { rethrowBugs } from '#web/ui/report.ts'
import { nextPlanDay } from './next-plan-day.ts'

const accountCalls = client(accounts)
const calendarCalls = client(calendar)
const planCalls = client(subPlans)
const colleagueCalls = client(collaboration)
const schoolCalls = client(schools)

/** A note that the server did not take; it is overtaken when it was changed somewhere else since it was known here. */
type RefusedNote = { name: NoteName; message: string; isOvertaken: boolean }

const currentOf = (error: unknown): User | undefined =>
  error instanceof RefusedCall && error.code === 'stale' ? (error.body?.current as User) : undefined

/**
 * Saves special notes, each with its own call, over those that are `known`. Returns what the server now has of those it
 * took or that had changed there (it may write the same text in its own way), and those it did not take.
 */
export const useSaveNotes = () =>
  useMutation({
    mutationFn: async ({ notes, known }: { notes: Partial<SpecialNotes>; known: SpecialNotes }) => {
      const refused: RefusedNote[] = []
      const current: Partial<SpecialNotes> = {}
      for (const [name, html] of Object.entries(notes) as [NoteName, string][]) {
        const keep = (user: User) => {
          current[name] = user[name]
          queryClient.setQueryData<User | null>(SESSION_KEY, (now) => now && { ...now, [name]: user[name] })
        }
        try {
          keep(await watchSave(() => accountCalls.updateMe({ body: { [name]: html, knownNotes: { [name]: known[name] } } })))
        } catch (error) {
          const user = currentOf(error)
          if (user) keep(user)
          refused.push({ name, message: (error as Error).message, isOvertaken: user !== undefined })
        }
      }
      return { current, refused }
    },
  })

/** The days of a plan, as the server has them now: what is missing must be true. */
export const planDaysQuery = (owner: string, dates: readonly string[]) => {
  const inOrder = [...dates].sort()
  const [from = '', to = ''] = [inOrder[0], inOrder.at(-1)]
  return queryOptions({
    queryKey: ['sub-plan', owner, from, to],
    queryFn: () => calendarCalls.days({ query: { from, to } }),
    enabled: inOrder.length > 0,
    staleTime: 0,
    gcTime: 0,
    placeholderData: (before) => before,
  })
}

/** Returns the day that a new plan begins with. A day that cannot be loaded counts as one that is free. */
export const suggestedPlanDay = (calendar: CalendarSource, timezone: string): Promise<string> => {
  const now = Date.now()
  return nextPlanDay({ today: todayIn(timezone, now), time: timeIn(timezone, now) }, (date) =>
    loadDay(calendar, date).catch((error: unknown) => {
      rethrowBugs(error)
      return undefined
    }),
  )
}

/** Makes a plan of a calendar's days: of one's own, or of one that is looked at, whose alerts are nobody else's. */
export const generatePlan = ({ kind, owner }: CalendarSource, dates: readonly string[], choices: SubPlanChoices): Promise<string> => {
  const { alerts, ...selection } = choices
  const body = { dates: [...dates], ...selection }
  if (kind === 'colleague') return colleagueCalls.colleaguePlan({ body: { ...body, collaboratorUserId: owner } })
  if (kind === 'teacher') return schoolCalls.teacherPlan({ params: { id: owner }, body })
  return planCalls.generate({ body: { ...body, alerts } })
}
