import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'
import { PER_MINUTE } from '#shared/limits.ts'

export const dataExport = contract({
  exportMyData: {
    method: 'POST',
    path: '/api/user/export',
    access: 'account',
    summary: 'Export everything stored about the caller as one archive.',
    description: 'Returns a ZIP file with JSON files and a page to read.',
    file: 'application/zip',
    reply: z.file(),
    needsProof: true,
    perMinute: PER_MINUTE.exports,
  },
})

export const downloads = contract({
  download: {
    method: 'GET',
    path: '/api/downloads/:token',
    // The token authenticates the request.
    access: 'public',
    summary: 'Download the file of a link, in its own content type.',
    description: 'A link works once, within a minute. Its token replaces the Authorization header.',
    params: z.object({ token: z.string() }),
    file: 'application/octet-stream',
    reply: z.file(),
    // Refusals from the calls behind the download links.
    refuses: ['subscription_needed', 'not_allowed', 'cannot_write'],
  },
})
