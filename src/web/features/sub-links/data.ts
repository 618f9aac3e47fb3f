import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { Given } from '#shared/endpoint.ts'
import { type SubLink, type SubLinkParts, subLinkSending, subLinks } from '#shared/sub-links/contract.ts'
import { USUAL_PARTS } from '#shared/sub-links/rules.ts'
import type { CalendarSource } from '#web/features/calendar/days/calendar-ref.ts'
import { knownPerson, useUser } from '#web/features/people/data.ts'
import { client } from '#web/lib/net/api.ts'
import { queryClient } from '#web/lib/net/query-client.ts'
import { watchSave } from '#web/lib/net/save-status.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'

const api = client({ ...subLinks, ...subLinkSending })

/** How often an open dialog asks whether a substitute opened the page, in milliseconds. */
const LOOK_AGAIN_MS = 15_000
const LINKS_KEY = ['sub-links'] as const

const linksQuery = queryOptions({
  queryKey: LINKS_KEY,
  queryFn: () => api.subLinks(),
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
  refetchInterval: LOOK_AGAIN_MS,
})

/** Returns the links of the teacher's days and those that the teacher made, latest first, with their openings so far. */
export const useLinks = () => useQuery(linksQuery)

/** Refetches the links, for a dialog that begins with one of them. Rejects if the server can't be reached. */
export const loadLinks = async (): Promise<SubLink[]> => {
  // A list that is on its way may be older than the last change.
  await queryClient.cancelQueries({ queryKey: LINKS_KEY })
  return queryClient.fetchQuery({ ...linksQuery, staleTime: 0 })
}

export type NewLink = Omit<Given<typeof subLinks.createSubLink>['body'], 'teacherId'>
export type LinkChange = Given<typeof subLinks.changeSubLink>['body']

const putLink = (changed: SubLink): void =>
  void queryClient.setQueryData<SubLink[]>(LINKS_KEY, (links) => links?.map((link) => (link.id === changed.id ? changed : link)))

/** Returns a new link as its maker knows it, in case the list can't be loaded. */
const justMade = (owner: string, { emergencyPlanId, ...body }: NewLink, reply: Pick<SubLink, 'id' | 'url' | 'endsAt'>): SubLink => {
  const me = knownPerson()
  const madeBy = { id: me?.id ?? '', name: me?.displayName ?? '' }
  return {
    ...{
      ...reply,
      dates: body.dates,
      message: body.message ?? '',
      include: { ...USUAL_PARTS, ...(body.include as Partial<SubLinkParts>) },
      madeBy,
    },
    teacher: owner === madeBy.id ? madeBy : { id: owner, name: '' },
    emergencyPlan: emergencyPlanId === undefined ? null : { id: emergencyPlanId, name: '' },
    endsOn: body.endsOn ?? [...body.dates].sort().at(-1) ?? '',
    createdAt: new Date().toISOString(),
    ...{ state: 'open', sentAt: null, openings: [], openingCount: 0 },
  }
}

/** Makes a link of the days in a calendar, and returns it. */
export const makeLink = async ({ kind, owner }: CalendarSource, body: NewLink): Promise<SubLink> => {
  const isOfOther = kind === 'colleague' || kind === 'teacher'
  const reply = await watchSave(() => api.createSubLink({ body: isOfOther ? { ...body, teacherId: owner } : body }))
  const listed = await loadLinks().catch(() => undefined)
  const found = listed?.find(({ id }) => id === reply.id)
  if (found) return found
  const made = justMade(isOfOther ? owner : (knownPerson()?.id ?? ''), body, reply)
  queryClient.setQueryData<SubLink[]>(LINKS_KEY, (links = []) => [made, ...links])
  return made
}

/** Changes a link, waits for the server, and returns it. */
export const changeLink = async (id: string, body: LinkChange): Promise<SubLink> => {
  const changed = await watchSave(() => api.changeSubLink({ params: { id }, body }))
  putLink(changed)
  return changed
}

const changed = (link: SubLink, { include, ...fields }: LinkChange): SubLink =>
  ({ ...link, ...fields, include: { ...link.include, ...include } }) as SubLink

const CHANGE_KEY = [...LINKS_KEY, 'change']

/** Changes a link right away on screen, and takes the change back if the server refuses it. Changes are sent in order. */
export const useChangeLink = () =>
  useMutation({
    mutationKey: CHANGE_KEY,
    scope: { id: 'sub-links' },
    mutationFn: ({ id, body }: { id: string; body: LinkChange }) => watchSave(() => api.changeSubLink({ params: { id }, body })),
    onMutate: async ({ id, body }) => {
      // An older list may be on its way.
      await queryClient.cancelQueries({ queryKey: LINKS_KEY })
      const before = queryClient.getQueryData<SubLink[]>(LINKS_KEY)?.find((link) => link.id === id)
      if (before) putLink(changed(before, body))
      return { before }
    },
    // An answer doesn't contain later changes that are still on their way.
    onSuccess: (link) => queryClient.isMutating({ mutationKey: CHANGE_KEY }) === 1 && putLink(link),
    onError: (error, _change, context) => {
      if (context?.before) putLink(context.before)
      showToast({ tone: 'destructive', title: 'Failed to change the link', description: error.message })
    },
  }).mutate

/** Turns a link off. It can't be turned on again. */
export const turnOffLink = async (id: string): Promise<void> => {
  await watchSave(() => api.revokeSubLink({ params: { id } }))
  queryClient.setQueryData<SubLink[]>(LINKS_KEY, (links) => links?.map((link) => (link.id === id ? { ...link, state: 'off' } : link)))
  void loadLinks().catch(() => undefined)
}

/** Mails a link and the plan to the office. */
export const sendLink = async (id: string): Promise<SubLink> => {
  const sent = await watchSave(() => api.sendSubLink({ params: { id } }))
  putLink(sent)
  return sent
}

/** Returns whether the teacher made the link, and so may copy, change and send it. */
export const useIsMine = () => {
  const { id } = useUser()
  return (link: SubLink): boolean => link.madeBy.id === id
}
