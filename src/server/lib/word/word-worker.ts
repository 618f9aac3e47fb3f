/** The thread that writes Word documents (word-file.ts). Takes lessons by day, and answers with the document. */
import { Document, Packer, PageOrientation, Paragraph, type Table, TableRow, TextRun } from 'docx'
import { doTasks } from '#server/lib/threads/one-at-a-time.ts'
import type { Paper } from '#shared/sub-plans/pages/rules.ts'
import { cellOf, linesOf, makeContent, tableWith, writable } from './word-content.ts'
import { WORD_STYLES } from './word-styles.ts'

/** Lessons of a day. `lines` are what the day has besides them: its label in bold, and its text. `html` is sanitized. */
export type WordDay = {
  heading: string
  lines: { label: string; text: string }[]
  lessons: { times: string; title: string; html: string }[]
}
export type WordTask = { title: string; subtitle: string; paper: Paper; weeks: { heading: string; days: WordDay[] }[] }

/** In twips, a twentieth of a point. */
const PAPERS: Record<Paper, { width: number; height: number }> = {
  LETTER: { width: 12_240, height: 15_840 },
  A4: { width: 11_906, height: 16_838 },
}
const MARGIN = 1080
const TIME_WIDTH = 1500
const TITLE_WIDTH = 2100
const COLUMNS = ['Time', 'Lesson', 'Plan']

const words = (text: string): string => writable(text.replace(/\s+/g, ' '))

const lineOf = ({ label, text }: WordDay['lines'][number]): Paragraph =>
  new Paragraph({ children: [new TextRun({ text: `${label}: `, bold: true }), ...linesOf(text)] })

const wordFileOf = async ({ title, subtitle, paper, weeks }: WordTask): Promise<Uint8Array<ArrayBuffer>> => {
  const content = makeContent()
  const page = PAPERS[paper]
  const widths = [TIME_WIDTH, TITLE_WIDTH, page.width - 2 * MARGIN - TIME_WIDTH - TITLE_WIDTH]
  const bold = (text: string) => [new Paragraph({ children: [new TextRun({ text: words(text), bold: true })] })]
  const head = () =>
    new TableRow({ tableHeader: true, cantSplit: true, children: COLUMNS.map((name, at) => cellOf(bold(name), widths[at])) })

  const tableOf = (lessons: WordDay['lessons']): Table => {
    const rows = lessons.map(
      ({ times, title, html }) =>
        new TableRow({
          children: [[new Paragraph(words(times))], bold(title), content.ofLesson(html)].map((children, at) =>
            cellOf(children, widths[at]),
          ),
        }),
    )
    return tableWith([head(), ...rows], widths)
  }
  const dayOf = ({ heading, lines, lessons }: WordDay) => [
    new Paragraph({ style: 'Heading2', text: words(heading) }),
    ...lines.map(lineOf),
    ...(lessons.length > 0 ? [tableOf(lessons)] : []),
  ]
  const children = [
    new Paragraph({ style: 'Title', text: words(title) }),
    new Paragraph({ style: 'Subtitle', text: words(subtitle) }),
    ...weeks.flatMap((week) => [new Paragraph({ style: 'Heading1', text: words(week.heading) }), ...week.days.flatMap(dayOf)]),
  ]
  const margin = { top: MARGIN, right: MARGIN, bottom: MARGIN, left: MARGIN }
  const size = { ...page, orientation: PageOrientation.PORTRAIT }
  const document = new Document({
    title: words(title),
    creator: 'Firstbell',
    externalStyles: WORD_STYLES,
    numbering: content.numbering(),
    sections: [{ properties: { page: { size, margin } }, children }],
  })
  return Uint8Array.from(await Packer.toBuffer(document))
}

doTasks(wordFileOf)
