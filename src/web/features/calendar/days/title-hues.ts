import type { User } from '#shared/accounts/contract.ts'
import type { TitleHue } from '#shared/accounts/rules.ts'
import { useSession } from '#web/features/people/data.ts'
import { queryClient, SESSION_KEY } from '#web/lib/net/query-client.ts'

const NONE: readonly TitleHue[] = []

/** Returns the colors that the signed-in user chose for lesson titles. */
export const titleHues = (): readonly TitleHue[] => queryClient.getQueryData<User | null>(SESSION_KEY)?.preferences.titleHues ?? NONE
export const useTitleHues = (): readonly TitleHue[] => useSession().data?.preferences.titleHues ?? NONE
