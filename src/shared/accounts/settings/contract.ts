import * as z from 'zod/mini'
import { contract, names } from '#shared/endpoint.ts'

/** The sign-up policy. Guests are allowed only in `open` mode. */
const SignUpMode = z
  .union([
    z.object({ mode: z.literal('open') }),
    z.object({ mode: z.literal('invited') }),
    z.object({ mode: z.literal('domains'), domains: z.array(z.string()) }),
  ])
  .register(names, { id: 'SignUp' })

/** Services that aren't configured are null or false, and the client hides them. */
const Settings = z
  .object({
    passwordMinLength: z.number(),
    /** Contact address for questions about this server. */
    contactEmail: z.string(),
    google: z.nullable(
      z.object({
        /** Settings for Google's file picker, including its script URL. Null if the picker isn't configured. */
        picker: z.nullable(z.object({ apiKey: z.string(), appId: z.string(), scriptUrl: z.string() })),
      }),
    ),
    /** A second sign-in provider, with the label of its button and its name for use in a sentence. */
    oidc: z.nullable(z.object({ button: z.string(), name: z.string() })),
    ai: z.boolean(),
    /** True if AI is included for every teacher. */
    isAiForEverybody: z.boolean(),
    mail: z.boolean(),
    signUp: SignUpMode,
  })
  .register(names, { id: 'Settings' })
export type Settings = z.output<typeof Settings>

export const publicSettings = contract({
  settings: {
    method: 'GET',
    path: '/api/settings',
    access: 'public',
    summary: 'Get this server’s public settings.',
    description: 'Returns the password length, the sign-up rule, the configured services, and the contact address.',
    reply: Settings,
  },
})
