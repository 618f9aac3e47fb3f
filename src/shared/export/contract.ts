import * as z from 'zod/mini'
import { Password } from '#shared/accounts/contract.ts'
import { contract } from '#shared/endpoint.ts'

/** Each reads all that its person ever wrote. */
const EXPORTS_A_MINUTE = 3

export const dataExport = contract({
  exportMyData: {
    method: 'POST',
    path: '/api/user/export',
    access: 'account',
    summary: 'All that is kept of the signed-in person, as one archive: JSON, and a page to read. A guest sends no password.',
    body: z.strictObject({ password: z.optional(Password) }),
    file: 'application/zip',
    reply: z.file(),
    refuses: ['wrong_password', 'confirmation_needed'],
    perMinute: EXPORTS_A_MINUTE,
  },
})
