import { useQuery } from '@tanstack/react-query'
import { system } from '#shared/admin/system/contract.ts'
import { client } from '#web/lib/net/api.ts'

const api = client(system)

/** Refetch interval, in milliseconds. */
const LIVE_MS = 15_000

export const useSystem = () =>
  useQuery({ queryKey: ['admin', 'system'], queryFn: () => api.system(), refetchInterval: LIVE_MS, refetchOnMount: 'always' })
