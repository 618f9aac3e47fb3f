import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { type Feed, type FeedParts, feeds } from '#shared/feeds/contract.ts'
import { client } from '#web/lib/net/api.ts'
import { queryClient } from '#web/lib/net/query-client.ts'
import { watchSave } from '#web/lib/net/save-status.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'

const api = client(feeds)
const FEEDS_KEY = ['feeds'] as const

const feedsQuery = queryOptions({
  queryKey: FEEDS_KEY,
  queryFn: () => api.feeds(),
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
})

/** Returns the teacher's calendar addresses, and when calendar programs last read them. */
export const useFeeds = () => useQuery(feedsQuery)

const reload = () => queryClient.invalidateQueries({ queryKey: FEEDS_KEY })

const put = (change: (feeds: Feed[]) => Feed[]): void => void queryClient.setQueryData<Feed[]>(FEEDS_KEY, (feeds) => feeds && change(feeds))

/** The lessons of a class, the days off of the teacher's school, or the whole planner. */
export type FeedSubject = Pick<Feed, 'classId' | 'school'>

/** Makes an address. */
export const makeFeed = async ({ classId, school }: FeedSubject): Promise<void> => {
  await watchSave(() => api.createFeed({ body: { classId, school } }))
  await reload()
}

/** Turns off an address. */
export const turnOffFeed = async (id: string): Promise<void> => {
  await watchSave(() => api.deleteFeed({ params: { id } }))
  put((feeds) => feeds.filter((feed) => feed.id !== id))
}

/** Replaces an address with a new one. */
export const renewFeed = async (id: string): Promise<void> => {
  const { url } = await watchSave(() => api.renewFeed({ params: { id } }))
  put((feeds) => feeds.map((feed) => (feed.id === id ? { ...feed, url, lastReadAt: null, lastReadBy: null } : feed)))
}

type Change = { id: string; include: Partial<FeedParts> }

const withParts = ({ id, include }: Change): void =>
  put((feeds) => feeds.map((feed) => (feed.id === id ? { ...feed, include: { ...feed.include, ...include } } : feed)))

/** Changes the parts of an address right away on screen, and takes the change back if the server refuses it. Changes are sent in order. */
export const useChangeFeed = () =>
  useMutation({
    scope: { id: 'feeds' },
    mutationFn: ({ id, include }: Change) => watchSave(() => api.changeFeed({ params: { id }, body: { include } })),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey: FEEDS_KEY })
      withParts(change)
    },
    onError: (error, { id, include }) => {
      withParts({ id, include: Object.fromEntries(Object.entries(include).map(([part, isIncluded]) => [part, !isIncluded])) })
      showToast({ tone: 'destructive', title: 'Failed to change the address', description: error.message })
    },
  }).mutate
