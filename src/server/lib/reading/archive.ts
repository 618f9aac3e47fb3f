/**
 * Reads the archive of a Firstbell account (features/export), also those of older versions.
 *
 * 1. Only the files that are needed are unpacked, and no more than {@link MOST_BYTES}.
 * 2. Days are read one line at a time, so that a planner of many years takes little memory, and a range of it can come in.
 */
import { strFromU8, unzipSync } from 'fflate'
import { cleanLessonHtml } from '#server/lib/html/lesson-html.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { MAX } from '#shared/limits.ts'
import {
  ArchivedBlock,
  ArchivedDay,
  type ArchivedRecord,
  type ArchivedTemplate,
  archivedRecord,
  archivedTemplate,
  valid,
} from './archived.ts'
import { makeFindings, Unreadable } from './findings.ts'
import type { ArchivedPlanner, ReadFile, ReadTask } from './items.ts'

const MOST_BYTES = 60_000_000
/** A file that is read as a whole takes several times its size in memory. */
const MOST_AT_ONCE = 10_000_000
const NEEDED = ['calendar.json', 'records.json', 'classes.json', 'templates.json']
const NOT_OURS = 'This isn’t the export of a Firstbell account. Choose the .zip file from “Export My Data.”'
const BROKEN = 'This file is damaged. Export your data again, and try again.'
const TOO_LARGE = 'This export is too large to bring in.'
const NO_REASON = 'Non-instructional Day'

type Findings = ReturnType<typeof makeFindings>

/** Returns the needed files by name. */
const unpacked = (content: string): Record<string, Uint8Array> => {
  const bytes = Buffer.from(content, 'base64')
  if (bytes.subarray(0, 4).toString('latin1') !== 'PK\u0003\u0004') throw new Unreadable(NOT_OURS)
  let size = 0
  const found = new Set<string>()
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        const base = name.replace(/^.*\//, '')
        if (!NEEDED.includes(base) || found.has(base)) return false
        found.add(base)
        size += originalSize
        // Unpacking stops at the size that the archive states.
        if (size > MOST_BYTES) throw new Unreadable(TOO_LARGE)
        return true
      },
    })
    return Object.fromEntries(Object.entries(files).map(([name, file]) => [name.replace(/^.*\//, ''), file]))
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable(BROKEN)
  }
}

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Returns a small file's JSON, or undefined if there is none. */
const jsonOf = (file: Uint8Array | undefined): unknown => {
  if (!file) return undefined
  if (file.length > MOST_AT_ONCE) throw new Unreadable(TOO_LARGE)
  return parsed(strFromU8(file))
}

/** Yields the items of a JSON array with the line of each. An archive has one per line, after a first line with the bracket. */
function* itemsIn(file: Uint8Array): Generator<{ line: number; value: unknown }> {
  const all = file.length > MOST_AT_ONCE ? undefined : parsed(strFromU8(file))
  if (Array.isArray(all)) {
    for (const [at, value] of all.entries()) yield { line: at + 2, value }
    return
  }
  let line = 1
  for (let from = file.indexOf(10) + 1; from > 0 && from < file.length; line++) {
    const next = file.indexOf(10, from)
    const text = strFromU8(file.subarray(from, next < 0 ? file.length : next))
    from = next < 0 ? file.length : next + 1
    if (text.trim() !== ']' && text.trim() !== '') yield { line: line + 1, value: parsed(text.replace(/,\s*$/, '')) }
  }
}

/** Returns a text as stored, or without formatting if it can't be stored as it is. */
const cleaned = (html: string) => {
  try {
    return cleanLessonHtml(html)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return cleanLessonHtml('')
  }
}

type Valid = NonNullable<ReturnType<typeof valid<typeof ArchivedDay>>>

/** Returns the teacher's own marks, without those of the school that were shown over them. */
const ownMarks = ({ isBlocked, blockedText, hasNote, noteText, schoolId, userBlocked, userBlockedText }: Valid) => {
  const isOwn = schoolId ? userBlocked === true : isBlocked
  const reason = isOwn ? ((schoolId ? userBlockedText : null) ?? blockedText ?? '') : null
  return { isBlocked: isOwn, blockedText: reason, hasNote, noteText: hasNote ? (noteText ?? '') : null }
}

/** Reads the days. Their lessons' texts are in the findings, in the same order. */
const readDays = (file: Uint8Array, findings: Findings, { from, to }: ReadTask) => {
  const days: ArchivedPlanner['days'] = []
  const { items } = findings.done({})
  const seen = new Set<string>()
  let lines = 0
  for (const { line, value } of itemsIn(file)) {
    lines++
    const day = valid(ArchivedDay, value)
    if (!day || seen.has(day.date)) {
      findings.problem(line, 'We can’t read this day.')
      continue
    }
    const { date } = day
    seen.add(date)
    if ((from !== undefined && date < from) || (to !== undefined && date > to)) continue
    const marks = ownMarks(day)
    const mark = { line, date, startTime: null, endTime: null }
    if (marks.blockedText !== null) findings.add({ ...mark, kind: 'dayOff', title: marks.blockedText.trim() || NO_REASON })
    if (marks.noteText?.trim()) findings.add({ ...mark, kind: 'note', title: marks.noteText })
    const ids = new Set<string>()
    const blocks = day.blocks.flatMap((given) => {
      const block = valid(ArchivedBlock, given)
      if (!block || ids.has(block.id)) {
        findings.problem(line, 'We can’t read one of this day’s lessons.')
        return []
      }
      ids.add(block.id)
      const before = items.length
      findings.add({ ...block, line, date, kind: 'lesson', html: block.description })
      return items.length > before ? [{ ...block, description: '' }] : []
    })
    if (marks.isBlocked || marks.hasNote || blocks.length > 0) days.push({ date, ...marks, blocks })
  }
  return { days, lines }
}

const listIn = (value: unknown, name: string): unknown[] => {
  const list = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
  return Array.isArray(list) ? list : []
}

/** Returns an older archive's classes and timetables as records. It doesn't have the rest. */
const oldRecords = (classes: unknown): unknown[] => {
  const recordIn = (kind: string) => (value: unknown) => {
    const { id, operationId: _, ...content } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
    return { kind, id, content }
  }
  return [...listIn(classes, 'classes').map(recordIn('class')), ...listIn(classes, 'timetables').map(recordIn('timetable'))]
}

const withCleanText = (record: ArchivedRecord): ArchivedPlanner['records'][number] => {
  if (record.kind !== 'unplaced') return record
  const { block } = record.content
  return { ...record, content: { ...record.content, block: { ...block, description: cleaned(block.description) } } }
}

const cleanBlocks = <B extends { description: string }>(blocks: readonly B[]) =>
  blocks.map((block) => ({ ...block, description: cleaned(block.description) }))

const withCleanTexts = (template: ArchivedTemplate): ArchivedPlanner['templates'][number] => {
  const { kind, content } = template
  if (kind === 'time_block') return { ...template, content: { ...content, description: cleaned(content.description) } }
  const days = Object.entries(content).map(([day, blocks]) => [day, cleanBlocks(blocks)])
  return { ...template, content: Object.fromEntries(days) }
}

const TEMPLATE_KINDS = { timeBlock: 'time_block', daily: 'daily', weekly: 'weekly' } as const

/** Reads the export of a Firstbell account. Throws {@link Unreadable}. */
export const readArchive = async (task: ReadTask): Promise<ReadFile> => {
  const files = unpacked(task.content)
  const calendar = files['calendar.json']
  if (!calendar) throw new Unreadable(NOT_OURS)
  const findings = makeFindings(task)
  const { days, lines } = readDays(calendar, findings, task)
  const all = files['records.json']
    ? [...itemsIn(files['records.json'])].map(({ value }) => value)
    : oldRecords(jsonOf(files['classes.json']))
  const ids = new Set<string>()
  const records = all.slice(0, MAX.importEntries).flatMap((value) => {
    const record = archivedRecord(value)
    if (!record || ids.has(record.id)) {
      findings.problem(lines, 'We can’t read a class, timetable or unplaced lesson.')
      return []
    }
    ids.add(record.id)
    return [withCleanText(record)]
  })
  const file = jsonOf(files['templates.json'])
  const templates = Object.entries(TEMPLATE_KINDS).flatMap(([name, kind]) =>
    listIn(file, name)
      .slice(0, MAX.templates)
      .flatMap((value) => {
        const template = archivedTemplate(kind, value, task)
        if (!template) findings.problem(lines, 'We can’t read a template.')
        return template ? [withCleanTexts(template)] : []
      }),
  )
  return { ...findings.done({ lines }), planner: { days, records, templates } }
}
