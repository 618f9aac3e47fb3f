import { useQuery } from '@tanstack/react-query'
import type { Given } from '#shared/endpoint.ts'
import { type Campaign, type CampaignWords, campaigns } from '#shared/mail/campaigns/contract.ts'
import { client } from '#web/lib/net/api.ts'
import { queryClient } from '#web/lib/net/query-client.ts'

const api = client(campaigns)
const EMAIL_KEY = ['admin', 'email']
/** Refetch interval while a campaign is being sent, in milliseconds. */
const EVERY = 3000

const isUnderWay = ({ state }: Campaign): boolean => state === 'preparing' || state === 'sending'

/** Segments and the most recent campaigns. Refetched on mount, and repeatedly while a campaign is being sent. */
export const useEmail = () =>
  useQuery({
    queryKey: EMAIL_KEY,
    queryFn: () => api.email(),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.campaigns.some(isUnderWay) ? EVERY : false),
  })

const reload = () => queryClient.invalidateQueries({ queryKey: EMAIL_KEY })

/** Sends a test of the campaign to the admin only. */
export const sendTest = (words: CampaignWords) => api.testCampaign({ body: words })

type Starting = Given<typeof campaigns.startCampaign>['body']

/** Sends a campaign to its segment. */
export const startCampaign = async (body: Starting): Promise<void> => {
  await api.startCampaign({ body })
  await reload()
}

export const stopCampaign = async (id: string): Promise<void> => {
  await api.stopCampaign({ params: { campaignId: id } })
  await reload()
}
