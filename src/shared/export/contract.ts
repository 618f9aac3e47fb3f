import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'

/** Each reads all that its person ever wrote. */
const EXPORTS_A_MINUTE = 3

export const dataExport = contract({
  exportMyData: {
    method: 'POST',
    path: '/api/user/export',
    access: 'account',
    summary: 'All that is kept of the signed-in person, as one archive: JSON, and a page to read.',
    file: 'application/zip',
    reply: z.file(),
    needsProof: true,
    perMinute: EXPORTS_A_MINUTE,
  },
})
