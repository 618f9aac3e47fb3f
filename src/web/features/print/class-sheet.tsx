import { memo } from 'react'
import { formatDay, rangeInWords } from '#shared/dates.ts'
import type { ClassLine, ClassWeek } from '#web/features/calendar/class-view/class-lines.ts'
import { previewOf } from '#web/features/rich-text/preview.ts'
import type { PrintChoices } from './print-choices.ts'
import type { Range } from './print-range.ts'
import { Lines, type PrintedPart, Sheet, Words } from './print-sheet.tsx'

/** A class to print in order, like in the class view. */
export type PrintedClass = Pick<PrintedPart, 'teacher' | 'cycleDayOf'> & {
  name: string
  range: Range
  weeks: readonly ClassWeek[]
}

/** Returns 'Math, November 16 – December 18, 2026'. */
export const classTitleOf = ({ name, range }: Pick<PrintedClass, 'name' | 'range'>): string => `${name}, ${rangeInWords(range)}`

type LineProps = { line: ClassLine; cycleDay: string; choices: PrintChoices }

/** A lesson with its date, or days off, which keep the order understandable. */
const Line = ({ line, cycleDay, choices }: LineProps) => {
  const date = formatDay(line.date, 'short')
  if (line.kind === 'off')
    return (
      <section className="lesson">
        <p className="time">{line.to === line.date ? date : `${date} – ${formatDay(line.to, 'short')}`}</p>
        <div>
          <p className="none">{line.reason || 'Day off'}</p>
        </div>
      </section>
    )
  const { block } = line
  return (
    <section className="lesson">
      <p className="time">{cycleDay === '' ? date : `${date} · ${cycleDay}`}</p>
      <div>
        <p className="name">
          <strong>{block.title}</strong>
        </p>
        <Words lesson={{ block, preview: previewOf(block.description) }} choices={choices} />
        {choices.hasRoom && <Lines count={2} />}
      </div>
    </section>
  )
}

type WeekProps = { week: ClassWeek; cycleDayOf: PrintedClass['cycleDayOf']; choices: PrintChoices }

/** A week of the class. Its heading is kept on the same page as its first line. */
const Week = memo(({ week: { monday, lines }, cycleDayOf, choices }: WeekProps) => {
  const [first, ...others] = lines.map((line) => (
    <Line
      key={`${line.kind} ${line.date} ${line.kind === 'lesson' && line.block.id}`}
      line={line}
      cycleDay={cycleDayOf(line.date)}
      choices={choices}
    />
  ))
  return (
    <>
      <div className="begin">
        <h2>Week of {formatDay(monday, 'monthDayLong')}</h2>
        {first}
      </div>
      {others}
    </>
  )
})

/** A class in order, for a range of dates. */
export const ClassSheet = ({ weeks, teacher, cycleDayOf, choices, ...about }: PrintedClass & { choices: PrintChoices }) => (
  <Sheet title={classTitleOf(about)} teacher={teacher}>
    {weeks.map((week) => (
      <Week key={week.monday} week={week} cycleDayOf={cycleDayOf} choices={choices} />
    ))}
  </Sheet>
)
