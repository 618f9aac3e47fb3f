import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isDay } from '#shared/dates.ts'
import type { ImportInput } from '#shared/imports/contract.ts'
import type { AllDay, ColumnRole, Existing } from '#shared/imports/rules.ts'
import { importPreviewQuery } from '#web/features/calendar/days/imports/import-calls.ts'
import { queryClient } from '#web/lib/net/query-client.ts'
import { hasDate, recordsInWords, thingsInWords, totalsOf } from './import-words.ts'
import { type Given, type ReadSource, readFile, readText, type Source, sourceOf } from './read-source.ts'

/** The pause in typing, in milliseconds, after which the preview follows. */
const PAUSE_MS = 500
const NOTHING: Given = { id: 0, kind: 'text', content: '', name: null, bytes: 0 }

/** Returns the file or text once the teacher has stopped typing. A file counts at once. */
const useSettled = (given: Given | undefined): Given | undefined => {
  const [settled, setSettled] = useState(given)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(given), given?.name === null ? PAUSE_MS : 0)
    return () => clearTimeout(timer)
  }, [given])
  return settled
}

const firstLine = (content: string): string => content.slice(0, 2000).split(/[\r\n]/, 1)[0] ?? ''

/** Holds the sources, each with its own file or text. */
const useGiven = () => {
  const [source, setSource] = useState<Source>('csv')
  const [all, setAll] = useState<Partial<Record<Source, Given>>>({})
  const [refused, setRefused] = useState<string | null>(null)
  const count = useRef(0)
  const take = ({ given, problem }: ReadSource) => {
    setRefused(problem)
    if (!given) {
      // The preview of the file before would look like this one's. Pasted text stays.
      setAll((now) => (now[source]?.name ? { ...now, [source]: undefined } : now))
      return
    }
    const to = sourceOf(given.kind)
    count.current += 1
    const id = count.current
    setSource(to)
    setAll((now) => ({ ...now, [to]: { ...given, id } }))
  }
  return {
    source,
    given: all[source],
    hasTyped: Object.values(all).some((one) => one?.name === null),
    hasRows: all.csv !== undefined,
    refused,
    choose: (to: Source) => {
      setSource(to)
      setRefused(null)
    },
    drop: () => {
      setRefused(null)
      setAll({ ...all, [source]: undefined })
    },
    takeFile: async (file: File) => take(await readFile(file)),
    /** Takes text. Pasted text can belong to another source. */
    takeText: (text: string, isPasted: boolean) => {
      const kind = source === 'text' ? 'text' : 'csv'
      const read = readText(text, kind)
      take(isPasted || !read.given ? read : { ...read, given: { ...read.given, kind } })
    },
  }
}

/** Returns what closing the dialog would lose, as a sentence, or null. */
const lost = (hasTyped: boolean, hasChangedColumns: boolean): string | null => {
  if (hasTyped) return 'The text you pasted isn’t in your planner yet.'
  return hasChangedColumns ? 'The columns you changed aren’t kept.' : null
}

/** Returns why nothing can be brought in yet, as a sentence. */
const missing = (source: Source): string => {
  if (source === 'csv') return 'Paste your rows, or choose a file.'
  return source === 'text' ? 'Paste your text, or choose a file.' : 'Choose a file.'
}

/** Returns the teacher's file or text, the choices, and what they bring in. `shownWeek` is a day of the week on screen. */
export const useImport = (shownWeek: string) => {
  const sources = useGiven()
  const { source, given } = sources
  const [existing, setExisting] = useState<Existing>('both')
  const [allDay, setAllDay] = useState<AllDay>('guess')
  const [range, setRange] = useState<{ from: string; to: string } | null>(null)
  const [weekOf, setWeekOf] = useState(shownWeek)
  const [columns, setColumns] = useState<{ header: string; roles: readonly ColumnRole[] } | null>(null)
  const settled = useSettled(given)
  const asked = given && settled && sourceOf(settled.kind) === source ? settled : undefined

  const { kind, content } = asked ?? NOTHING
  const isSpreadsheet = kind === 'csv'
  const roles = isSpreadsheet && columns?.header === firstLine(content) ? columns.roles : undefined
  const input: ImportInput = {
    kind,
    content,
    options: {
      ...{ existing, allDay, ...(roles && { columns: [...roles] }), ...(kind === 'firstbell' && range) },
      ...(kind !== 'ics' && kind !== 'firstbell' && isDay(weekOf) && { weekOf }),
    },
  }
  const query = importPreviewQuery(source, asked?.id ?? 0, input)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({ ...query, enabled: asked !== undefined })
  const read = asked && !(error && isPlaceholderData) ? data : undefined
  // A role that the teacher chose shows before the server answers.
  const preview = read && { ...read, columns: read.columns.map((column, place) => ({ ...column, role: roles?.[place] ?? column.role })) }
  const isCurrent = asked === given && preview !== undefined && !isPlaceholderData && !isFetching
  const totals = totalsOf(preview?.entries ?? [])
  const things = thingsInWords(totals) || (preview ? recordsInWords(preview.records) : '')

  const problem = (): string | null => {
    if (!given) return missing(source)
    if (error) return 'This can’t come in yet.'
    if (!isCurrent || !preview) return 'Reading…'
    if (preview.columns.length > 0 && !hasDate(preview.columns.map(({ role }) => role))) return 'Choose the column with the date.'
    if (things) return null
    return preview.entries.length > 0 ? 'There’s nothing new to bring in.' : 'No lessons found.'
  }
  return {
    ...sources,
    existing,
    setExisting,
    allDay,
    setAllDay,
    range,
    setRange,
    weekOf,
    setWeekOf,
    setRoles: (next: readonly ColumnRole[]) => setColumns({ header: firstLine(content), roles: next }),
    input,
    preview,
    totals,
    things,
    /** True if the preview shows the latest file, text and choices. */
    isCurrent,
    isReading: isFetching,
    isSettled: asked === given,
    error,
    problem: problem(),
    loses: lost(sources.hasTyped, sources.hasRows && columns !== null),
    retry: () => void refetch(),
    cancel: () => void queryClient.cancelQueries({ queryKey: query.queryKey }),
  }
}
export type Import = ReturnType<typeof useImport>
