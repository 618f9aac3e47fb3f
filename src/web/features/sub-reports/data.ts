import { queryOptions } from '@tanstack/react-query'
import { type SubReport, subReports } from '#shared/sub-reports/contract.ts'
import { client } from '#web/lib/net/api.ts'
import { queryClient } from '#web/lib/net/query-client.ts'

const api = client(subReports)

/** Substitutes send reports while the planner is open. The live stream announces them, and a refetch on focus finds those it missed. */
export const reportsQuery = queryOptions({
  queryKey: ['sub-reports'],
  queryFn: () => api.subReports(),
  refetchOnWindowFocus: 'always',
})

/** Refetches the reports if the page has loaded them. */
export const reloadReports = (): Promise<void> => queryClient.invalidateQueries({ queryKey: reportsQuery.queryKey })

const put = (report: SubReport): void =>
  void queryClient.setQueryData<SubReport[]>(reportsQuery.queryKey, (all) => all?.map((one) => (one.id === report.id ? report : one)))

export const changeReport = async (id: string, body: { isRead?: boolean; isKept?: boolean }): Promise<void> =>
  put(await api.changeSubReport({ params: { id }, body }))

export const shareReport = async (id: string): Promise<void> => put(await api.shareSubReport({ params: { id } }))
