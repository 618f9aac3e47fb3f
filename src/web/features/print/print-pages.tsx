/** The pages of a range of dates. They are drawn week by week, because a year takes seconds, and nothing may keep the page busy that long. */
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { rangeInWords } from '#shared/dates.ts'
import { ClassSheet, classTitleOf, type PrintedClass } from './class-sheet.tsx'
import { fitPage } from './fit-page.ts'
import type { PrintChoices } from './print-choices.ts'
import type { Range } from './print-range.ts'
import { type PrintedPart, PrintSheet, titleOf } from './print-sheet.tsx'

/** More paper than a packet holds is a mistake, and takes a browser minutes to print. */
export const MOST_PAGES = 500

/** The pages to print: a day or a week, the weeks of a range, each on its own page, or the lessons of a class in order. */
export type Printed =
  | { kind: 'part'; part: PrintedPart; lessons: number }
  | { kind: 'weeks'; range: Range; parts: readonly PrintedPart[]; lessons: number }
  | { kind: 'class'; of: PrintedClass; lessons: number }

/** Returns what is printed, in words: 'Week of November 16, 2026', 'Math, November 16 – December 18, 2026'. */
export const printedInWords = (printed: Printed): string =>
  printed.kind === 'part'
    ? titleOf(printed.part)
    : printed.kind === 'weeks'
      ? `Lessons, ${rangeInWords(printed.range)}`
      : classTitleOf(printed.of)

/** Returns the name of the PDF, without its extension. */
export const fileNameOf = (printed: Printed): string => {
  if (printed.kind === 'part') return `${printed.part.view}-${printed.part.days[0]?.date}`
  const name =
    printed.kind === 'class'
      ? printed.of.name
          .toLowerCase()
          .replace(/[^\p{L}\p{N}]+/gu, '-')
          .replace(/^-+|-+$/g, '') || 'class'
      : 'lessons'
  const { from, to } = printed.kind === 'class' ? printed.of.range : printed.range
  return `${name}-${from}-to-${to}`
}

/** How many weeks of a class the preview shows, more than a page holds. */
const PREVIEWED_WEEKS = 12

/** The first sheet, for a preview of the first page. */
export const FirstSheet = ({ printed, choices }: { printed: Printed; choices: PrintChoices }) => {
  if (printed.kind === 'class') return <ClassSheet {...printed.of} weeks={printed.of.weeks.slice(0, PREVIEWED_WEEKS)} choices={choices} />
  const part = printed.kind === 'part' ? printed.part : printed.parts[0]
  return part && <PrintSheet {...part} choices={choices} />
}

/** A week on pages of its own, in the largest font size that fits on one page. */
const WeekPages = memo(({ part, choices }: { part: PrintedPart; choices: PrintChoices }) => {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (place.current) place.current.dataset['pages'] = `${fitPage(place.current)}`
  })
  return (
    <div ref={place} className="print-part">
      <PrintSheet {...part} choices={choices} />
    </div>
  )
})

/** The pages of a range to draw. */
export type Drawing = { printed: Exclude<Printed, { kind: 'part' }>; choices: PrintChoices }

type PrintPagesProps = {
  drawing: Drawing
  /** Called with the number of pages once all of them are drawn, or once there are more than {@link MOST_PAGES}. */
  onDrawn: (drawn: { drawing: Drawing; pages: number }) => void
}

/** Draws all pages, a week at a time. */
export const PrintPages = memo(({ drawing, onDrawn }: PrintPagesProps) => {
  const { printed, choices } = drawing
  const total = printed.kind === 'class' ? printed.of.weeks.length : printed.parts.length
  const [progress, setProgress] = useState({ drawing, weeks: 1 })
  const weeks = progress.drawing === drawing ? progress.weeks : 1
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const isWhole = weeks >= total
    const ofClass = element.querySelector<HTMLElement>(':scope > .print-class')
    if (ofClass) delete ofClass.dataset['pages']
    if (ofClass && isWhole) {
      // Makes it visible for the measurement.
      ofClass.dataset['pages'] = ''
      ofClass.dataset['pages'] = `${fitPage(ofClass)}`
    }
    const pages = [...element.children].reduce((sum, part) => sum + Number((part as HTMLElement).dataset['pages'] ?? 0), 0)
    if (isWhole || pages > MOST_PAGES) {
      onDrawn({ drawing, pages })
      return undefined
    }
    // A timer, and not an animation frame, because it also runs in a tab in the background.
    const timer = setTimeout(() => setProgress({ drawing, weeks: weeks + 1 }))
    return () => clearTimeout(timer)
  }, [drawing, weeks, total, onDrawn])
  return (
    <div ref={place}>
      {printed.kind === 'class' ? (
        <div className="print-part print-class">
          <ClassSheet {...printed.of} weeks={printed.of.weeks.slice(0, weeks)} choices={choices} />
        </div>
      ) : (
        printed.parts.slice(0, weeks).map((part) => <WeekPages key={part.days[0]?.date} part={part} choices={choices} />)
      )}
    </div>
  )
})
