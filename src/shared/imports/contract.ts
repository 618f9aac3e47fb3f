import * as z from 'zod/mini'
import { isInOrder, OperationId } from '#shared/calendar/contract.ts'
import { contract, names } from '#shared/endpoint.ts'
import { MAX, PER_MINUTE } from '#shared/limits.ts'
import { Day } from '#shared/text.ts'
import { ALL_DAY, COLUMN_ROLES, EXISTING, IMPORT_KINDS, type ImportKind } from './rules.ts'

const ImportOptions = z
  .strictObject({
    /** The meaning of each column of a spreadsheet, from the left. Guessed if missing. */
    columns: z.optional(z.array(z.enum(COLUMN_ROLES)).check(z.maxLength(MAX.importColumns, `Send up to ${MAX.importColumns} columns`))),
    /** How lessons come in where a lesson is there already. */
    existing: z._default(z.enum(EXISTING), 'both'),
    /** How a calendar's events without times come in. Guessed from their titles by default. */
    allDay: z._default(z.enum(ALL_DAY), 'guess'),
    /** A day of the week that weekdays are in if the file names none, as in a table from Monday to Friday. */
    weekOf: z.optional(Day),
    /** Only this range comes in. */
    from: z.optional(Day),
    to: z.optional(Day),
  })
  .check(isInOrder)
  .register(names, { id: 'ImportOptions' })

const TOO_LARGE = 'A file can be up to 5 MB'
/** Only files in base64 take more characters than bytes. */
const isUpTo5MB = z.refine<{ kind: ImportKind; content: string }>(
  ({ kind, content }) => kind === 'docx' || kind === 'firstbell' || String(content).length <= MAX.importText,
  { error: TOO_LARGE, path: ['content'] },
)

const ImportInput = z
  .object({
    kind: z.enum(IMPORT_KINDS),
    /** The text of the file, or the file itself in base64 for `docx` and `firstbell`. */
    content: z.string().check(z.minLength(1, 'There’s nothing to bring in'), z.maxLength(MAX.importCharacters, TOO_LARGE)),
    options: z._default(ImportOptions, { existing: 'both', allDay: 'guess' }),
  })
  .check(isUpTo5MB)
  .register(names, { id: 'ImportInput' })
export type ImportInput = z.output<typeof ImportInput>

/** A lesson, day off or note that an import brings in. */
export const ImportEntry = z
  .object({
    /** The line of the file, from 1, including its header. */
    line: z.number(),
    kind: z.enum(['lesson', 'dayOff', 'note']),
    date: z.string(),
    /** The lesson's title, the reason for the day off, or the note. */
    title: z.string(),
    /** Null for days off and notes. */
    startTime: z.nullable(z.string()),
    endTime: z.nullable(z.string()),
    /** The first words of the lesson's text. */
    words: z.string(),
    classId: z.nullable(z.string()),
    /** The title of the lesson that is there already, or null. */
    there: z.nullable(z.string()),
    /**
     * `add`: it is added. `fill`: it fills a free lesson of its class. `replace`: it replaces the lesson that is there. `keep`: it is left
     * out, because a lesson is there. `same`: it is left out, because it is there already, or because it is twice in the file (then `there`
     * is null).
     */
    outcome: z.enum(['add', 'fill', 'replace', 'keep', 'same']),
  })
  .register(names, { id: 'ImportEntry' })
export type ImportEntry = z.output<typeof ImportEntry>

/** A line that can't come in, and the reason. Line 0 stands for the whole file, in which nothing was found. */
const ImportProblem = z.object({ line: z.number(), message: z.string() }).register(names, { id: 'ImportProblem' })

const found = {
  /** In the order of their days. */
  entries: z.array(ImportEntry),
  /** In the order of their lines, at most {@link MAX.importProblems}. */
  problems: z.array(ImportProblem),
  /** Number of problems, including those that aren't listed. */
  problemCount: z.number(),
}

const ImportPreview = z
  .object({
    ...found,
    /** Number of lines that were read, without the header and empty ones. */
    lines: z.number(),
    /** True if the file has weekdays without a week. They are in the week of `weekOf`, and can't come in without it. */
    needsWeek: z.boolean(),
    /** The columns of a spreadsheet, with their meaning. Empty for other kinds. */
    columns: z.array(z.object({ header: z.string(), role: z.enum(COLUMN_ROLES), sample: z.string() })),
    /** How many records and templates come in besides days. Zero for all kinds except `firstbell`. */
    records: z.object({ classes: z.number(), timetables: z.number(), unplaced: z.number(), templates: z.number() }),
  })
  .register(names, { id: 'ImportPreview' })

const ImportResult = z
  .object({
    ...found,
    operationId: z.string(),
    /** The days that changed, in order. */
    dates: z.array(z.string()),
  })
  .register(names, { id: 'ImportResult' })

export const imports = contract({
  previewImport: {
    method: 'POST',
    path: '/api/imports/preview',
    access: 'account',
    ifRepeated: 'runsAgain',
    summary: 'Preview a file or pasted text as lessons, days off and notes. Changes nothing.',
    description:
      'Reads a calendar (`ics`), a spreadsheet (`csv`, also pasted rows), text with a heading per day (`text`), a Word document (`docx`) or the export of a Firstbell account (`firstbell`). A line that can’t come in is listed as a problem, and doesn’t stop the others. A recurring event without an end stops at the end of the school year. Up to 5 MB and 5,000 lessons.',
    goesOn: true,
    holdsImport: true,
    takesLong: true,
    body: ImportInput,
    reply: ImportPreview,
    refuses: ['refused_by_rule', 'too_many', 'unavailable'],
    perMinute: PER_MINUTE.importPreviews,
  },
  importLessons: {
    method: 'POST',
    path: '/api/imports',
    access: 'subscriber',
    summary: 'Bring in a file or pasted text as one operation.',
    description:
      'Takes what `POST /api/imports/preview` takes. A lesson that is identical in date, times, title and text is never doubled. Idempotent if you send an `operationId`.',
    holdsImport: true,
    takesLong: true,
    body: z.object({ ...ImportInput.shape, operationId: OperationId }).check(isUpTo5MB),
    reply: ImportResult,
    refuses: ['refused_by_rule', 'taken', 'too_many', 'unavailable'],
    perMinute: PER_MINUTE.imports,
  },
})
