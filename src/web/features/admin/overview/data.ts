import { useQuery } from '@tanstack/react-query'
import { overview } from '#shared/admin/overview/contract.ts'
import { client } from '#web/lib/net/api.ts'

const api = client(overview)

export const useHistory = () => useQuery({ queryKey: ['admin', 'history'], queryFn: () => api.platformHistory(), refetchOnMount: 'always' })
