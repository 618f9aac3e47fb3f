import { queryOptions, useMutation } from '@tanstack/react-query'
import { accounts, type User } from '#shared/accounts/contract.ts'
import { calendar } from '#shared/calendar/contract.ts'
import { type SubPlanChoices, subPlans } from '#shared/sub-plans/contract.ts'
import type { NoteName, SpecialNotes } from '#shared/sub-plans/rules.ts'
import { client } from '#web/lib/api.ts'
import { queryClient, SESSION_KEY } from '#web/lib/query-client.ts'
import { watchSave } from '#web/lib/save-status.ts'

const accountCalls = client(accounts)
const calendarCalls = client(calendar)
const planCalls = client(subPlans)

/** Saves special notes, each with its own call, and answers the names of those that the server did not take. */
export const useSaveNotes = () =>
  useMutation({
    mutationFn: async (notes: Partial<SpecialNotes>) => {
      const refused: { name: NoteName; message: string }[] = []
      for (const [name, html] of Object.entries(notes) as [NoteName, string][]) {
        try {
          const user = await watchSave(() => accountCalls.updateMe({ body: { [name]: html } }))
          queryClient.setQueryData<User | null>(SESSION_KEY, (known) => known && { ...known, [name]: user[name] })
        } catch (error) {
          refused.push({ name, message: (error as Error).message })
        }
      }
      return refused
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

export const generatePlan = (dates: readonly string[], choices: SubPlanChoices): Promise<string> =>
  planCalls.generate({ body: { dates: [...dates], ...choices } })
