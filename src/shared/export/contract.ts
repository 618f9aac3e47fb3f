import * as z from 'zod/mini'
import { type GivenRange, isInOrder, lengthOf } from '#shared/calendar/contract.ts'
import { contract } from '#shared/endpoint.ts'
import { MAX, PER_MINUTE } from '#shared/limits.ts'
import { Day, Uuid } from '#shared/text.ts'
import { FILE_FORMATS } from './rules.ts'

export const dataExport = contract({
  exportMyData: {
    method: 'POST',
    path: '/api/user/export',
    access: 'account',
    ifRepeated: 'runsAgain',
    summary: 'Export everything stored about the caller as one archive.',
    description: 'Returns a ZIP file with JSON files and a page to read.',
    file: 'application/zip',
    reply: z.file(),
    needsProof: true,
    perMinute: PER_MINUTE.exports,
  },
})

export const lessonFiles = contract({
  exportLessons: {
    method: 'GET',
    path: '/api/exports',
    access: 'account',
    summary: 'Export the caller’s lessons, days off and notes of a date range as a file.',
    description: `Returns a Word document (\`docx\`), a PDF, a spreadsheet (\`csv\`), Markdown (\`md\`) or a calendar (\`ics\`). A range can be up to ${MAX.readDays} days. With \`classId\`, the file has the lessons of that class and the days off. Lessons of days off, lessons left out on short days, and student notes are never in it. Dates without lessons, days off and notes are refused. Also works after a plan has ended.`,
    query: z.object({ format: z.enum(FILE_FORMATS), from: Day, to: Day, classId: z.optional(Uuid) }).check(
      isInOrder,
      z.refine<GivenRange>((range) => lengthOf(range) < MAX.readDays, { error: `Choose at most ${MAX.readDays} days`, path: ['to'] }),
    ),
    file: 'application/octet-stream',
    reply: z.file(),
    checksFirst: true,
    refuses: ['not_found', 'refused_by_rule', 'unavailable'],
    perMinute: PER_MINUTE.lessonFiles,
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
