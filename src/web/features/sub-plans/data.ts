import { queryOptions, useMutation } from '@tanstack/react-query'
import { accounts, type User } from '#shared/accounts/contract.ts'
import type { NoteName, SpecialNotes } from '#shared/accounts/rules.ts'
import type { CalendarDay } from '#shared/calendar/contract.ts'
import { shown } from '#shared/calendar/shown/contract.ts'
import { collaboration } from '#shared/collaboration/contract.ts'
import { timeIn, todayIn } from '#shared/dates.ts'
import { schools } from '#shared/schools/contract.ts'
import { type SubPlanChoices, subPlans } from '#shared/sub-plans/contract.ts'
import type { SchoolOffice } from '#shared/sub-plans/rules.ts'
import { type CalendarId, type CalendarSource, ownSource } from '#web/features/calendar/days/calendar-ref.ts'
import { daysOnDevice } from '#web/features/calendar/days/device/days-on-device.ts'
import { loadDay, shownDay } from '#web/features/calendar/days/shown.ts'
import { client, isUnreached, RefusedCall } from '#web/lib/net/api.ts'
import { queryClient, SESSION_KEY } from '#web/lib/net/query-client.ts'
import { watchSave } from '#web/lib/net/save-status.ts'
import { rethrowBugs } from '#web/ui/report.ts'
import type { DevicePlan } from './device-plan.ts'
import { nextPlanDay } from './next-plan-day.ts'

const accountCalls = client(accounts)
const calendarCalls = client(shown)
const planCalls = client(subPlans)
const colleagueCalls = client(collaboration)
const schoolCalls = client(schools)

/** A note that failed to save. `isOvertaken` is true if the note was changed in another window after it was loaded here. */
type RefusedNote = { name: NoteName; message: string; isOvertaken: boolean }

const currentOf = (error: unknown): User | undefined =>
  error instanceof RefusedCall && error.code === 'stale' ? (error.body?.current as User) : undefined

/**
 * Saves special notes with one call per note, based on the `known` versions. Returns `current`, the server's text for each note that was
 * saved or had changed (the server may normalize the HTML), and `refused`, the notes that failed to save. `replaced` names notes that the
 * server can't decrypt and the teacher writes again.
 */
export const useSaveNotes = () =>
  useMutation({
    mutationFn: async ({
      notes,
      known,
      replaced = [],
    }: {
      notes: Partial<SpecialNotes>
      known: SpecialNotes
      replaced?: readonly NoteName[]
    }) => {
      const refused: RefusedNote[] = []
      const current: Partial<SpecialNotes> = {}
      for (const [name, html] of Object.entries(notes) as [NoteName, string][]) {
        const keep = (user: User) => {
          current[name] = user[name]
          queryClient.setQueryData<User | null>(
            SESSION_KEY,
            (now) => now && { ...now, [name]: user[name], unreadableNotes: user.unreadableNotes },
          )
        }
        try {
          const body = { [name]: html, knownNotes: { [name]: known[name] }, ...(replaced.includes(name) && { replaceUnreadable: true }) }
          keep(await watchSave(() => accountCalls.updateMe({ body })))
        } catch (error) {
          const user = currentOf(error)
          if (user) keep(user)
          refused.push({ name, message: (error as Error).message, isOvertaken: user !== undefined })
        }
      }
      return { current, refused }
    },
  })

/** Returns what `local` does if the server wasn't reached. Rethrows every other error. */
const orWithoutNetwork = <T>(error: unknown, local: () => Promise<T>): Promise<T> => {
  if (isUnreached(error)) return local()
  throw error
}

const NOT_HERE = 'These days aren’t on this device. Their plan needs the network.'

/** Returns the teacher's own days from this device, with edits that aren't sent yet. Throws {@link RefusedCall} if it doesn't have them. */
const ownDays = async (calendar: CalendarId, from: string, to: string): Promise<CalendarDay[]> => {
  const days = await daysOnDevice(calendar, from, to)
  if (!days) throw new RefusedCall({ status: 0, code: 'offline', message: NOT_HERE })
  return days
}

/** Loads a plan's days, or takes those of the device without a network. Never cached, because the readiness check must be accurate. */
export const planDaysQuery = (user: Pick<User, 'id' | 'calendarId'>, dates: readonly string[]) => {
  const calendar = ownSource(user)
  const inOrder = [...dates].sort()
  const [from = '', to = ''] = [inOrder[0], inOrder.at(-1)]
  return queryOptions({
    queryKey: ['sub-plan', user.id, from, to],
    queryFn: () =>
      calendarCalls.days({ query: { from, to } }).catch((error: unknown) => orWithoutNetwork(error, () => ownDays(calendar, from, to))),
    enabled: inOrder.length > 0,
    staleTime: 0,
    gcTime: 0,
    // The days may be those of the device.
    refetchOnReconnect: 'always',
    placeholderData: (before) => before,
  })
}

/** Loads what the teacher's school says about its office, or null without a school. */
export const officeQuery = queryOptions({
  queryKey: ['school', 'office'],
  queryFn: async (): Promise<SchoolOffice | null> => {
    const { school } = await schoolCalls.mySchool()
    return school && { name: school.name, officeEmail: school.officeEmail, officePhone: school.officePhone }
  },
  refetchOnMount: 'always',
})

/** Returns the suggested first day of a new plan. A day that fails to load and isn't on this device counts as available. */
export const suggestedPlanDay = (calendar: CalendarSource, timezone: string): Promise<string> => {
  const now = Date.now()
  return nextPlanDay({ today: todayIn(timezone, now), time: timeIn(timezone, now) }, (date) =>
    loadDay(calendar, date).catch((error: unknown) => {
      rethrowBugs(error)
      return shownDay(calendar, date)
    }),
  )
}

/**
 * Makes the teacher's own plan without the server, from what this device has and with edits that aren't sent yet. Throws {@link RefusedCall} if
 * the days aren't here.
 */
export const planOnDevice = async (calendar: CalendarId, plan: DevicePlan): Promise<string> => {
  const inOrder = [...plan.dates].sort()
  const days = await ownDays(calendar, inOrder[0] ?? '', inOrder.at(-1) ?? '')
  const { planOf } = await import('./device-plan.ts')
  return planOf(plan, { days, office: queryClient.getQueryData(officeQuery.queryKey) ?? null })
}

/**
 * Generates a plan for days in the teacher's own calendar or a viewed calendar. Only the teacher's own plans include alerts, and are made on
 * this device without a network.
 */
export const generatePlan = (calendar: CalendarSource, dates: readonly string[], choices: SubPlanChoices): Promise<string> => {
  const { kind, owner } = calendar
  const { alerts, ...selection } = choices
  const body = { dates: [...dates], ...selection }
  if (kind === 'colleague') return colleagueCalls.colleaguePlan({ body: { ...body, collaboratorUserId: owner } })
  if (kind === 'teacher') return schoolCalls.teacherPlan({ params: { id: owner }, body })
  return planCalls
    .generate({ body: { ...body, alerts } })
    .catch((error: unknown) => orWithoutNetwork(error, () => planOnDevice(calendar, { dates, choices })))
}

/** Generates the plan that an open link of the teacher shows, with the link's code. */
export const generateLinkPlan = (linkId: string, dates: readonly string[]): Promise<string> =>
  planCalls.generate({ body: { linkId, dates: [...dates] } })
