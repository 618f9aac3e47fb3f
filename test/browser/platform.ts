import type { BrowserContext } from '@playwright/test'
import { endTutorial, storeInPages, type Teacher } from './planner-teacher.ts'

/** The platform admins on the browser tests' server. There are several because some tests change their own admin. */
export const PLATFORM_ADMINISTRATORS = Array.from({ length: 6 }, (_, at) => ({
  email: `platform-${at}@firstbell.example`,
  displayName: 'Avery Cole',
  password: 'correct horse',
}))

/** Signs in a platform admin in every page of the context. */
export const signInAsAdministrator = async (context: BrowserContext, at = 0): Promise<Teacher & { email: string }> => {
  const { email = '', password } = PLATFORM_ADMINISTRATORS[at] ?? {}
  const reply = await context.request.post('/api/auth/login', { data: { email, password } })
  if (!reply.ok()) throw new Error(`Signing in ended with ${reply.status()}`)
  const { token, user } = await reply.json()
  await endTutorial(context.request, token)
  await storeInPages(context, 'token', token)
  return { token, id: user.id, email }
}
