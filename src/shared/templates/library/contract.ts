import * as z from 'zod/mini'
import { contract, names } from '#shared/endpoint.ts'
import { MAX } from '#shared/limits.ts'
import { NamedBlocks, TimeBlockTemplateInput, WeeklyTemplateInput } from '#shared/templates/contract.ts'

/** Templates without IDs, owners, or versions, for sharing as a file. */
export const TemplateFile = z
  .object({
    timeBlocks: z._default(z.array(TimeBlockTemplateInput).check(z.maxLength(MAX.templates)), []),
    daily: z._default(z.array(NamedBlocks).check(z.maxLength(MAX.templates)), []),
    weekly: z._default(z.array(WeeklyTemplateInput).check(z.maxLength(MAX.templates)), []),
  })
  .register(names, { id: 'TemplateFile' })
export type TemplateFile = z.output<typeof TemplateFile>

export const templateFiles = contract({
  importTemplates: {
    method: 'POST',
    path: '/api/templates/import',
    access: 'subscriber',
    summary: 'Import templates from a file, all or none.',
    description: 'Returns how many of each kind were created. Existing templates don’t change.',
    holdsLessons: true,
    body: TemplateFile,
    reply: z.object({ timeBlocks: z.number(), daily: z.number(), weekly: z.number() }),
    refuses: ['not_found'],
  },
})
