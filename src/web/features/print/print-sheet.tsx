/**
 * The printed content: one table per day or week, with a header that the browser repeats on every page. shared/sub-plans/content generates the PDF
 * from the same markup. It relies on the tags and the classes `sheet`, `running`, `box`, `lesson`, `entry`, `time`, `plain`, `none`, and
 * `line`.
 */
import type { ReactNode } from 'react'
import { dayOfMonth, formatDay, formatTimes, mondayOf } from '#shared/dates.ts'
import { shortDayInWords } from '#shared/moves/usual-times/rules.ts'
import { plainText } from '#shared/plain-text.ts'
import type { PlannedBlock, PlannedDay } from '#web/features/calendar/model/planned-week.ts'
import type { PlannedPart } from '#web/features/calendar/navigation/planner-url.ts'
import { lineOf } from '#web/features/rich-text/preview.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import type { PrintChoices } from './print-choices.ts'

/** The days to print and the teacher they belong to. */
export type PrintedPart = {
  view: PlannedPart['view']
  /** One day, or the five days of a week. */
  days: readonly PlannedDay[]
  teacher: string
  timeFormat: '12' | '24'
  /** Names a date as 'Day 3' or 'Week B', or ''. */
  cycleDayOf: (date: string) => string
  /** True if only some classes are printed. A day without lessons of theirs isn't an empty day. */
  isFiltered?: boolean
}

type DayProps = { day: PlannedDay; timeFormat: PrintedPart['timeFormat']; isFiltered: boolean; choices: PrintChoices }
type LessonProps = { lesson: PlannedBlock; timeFormat: PrintedPart['timeFormat']; choices: PrintChoices }

type LabelProps = Pick<PlannedDay, 'date' | 'shortDay'>

/** Returns a day in words, with its number in the cycle and what makes it short. */
const withLabels = (words: string, { date, shortDay }: LabelProps, cycleDayOf: PrintedPart['cycleDayOf']): string =>
  [words, cycleDayOf(date), shortDayInWords(shortDay)].filter(Boolean).join(' · ')

/** Returns 'Week of November 16, 2026' or 'Wednesday, November 18, 2026 · Day 3'. */
export const titleOf = ({ view, days, cycleDayOf }: Pick<PrintedPart, 'view' | 'days' | 'cycleDayOf'>): string => {
  const [day] = days
  if (!day) return ''
  const { date } = day
  return view === 'week' ? `Week of ${formatDay(mondayOf(date), 'long')}` : withLabels(formatDay(date, 'full'), day, cycleDayOf)
}

/** Blank lines for handwriting. */
export const Lines = ({ count }: { count: number }) => Array.from({ length: count }, (_, at) => <div key={at} className="line" />)

/** Maximum length of a lesson's text in a week column, in characters. Longer text would continue for pages beside four empty columns. */
const COLUMN_LENGTH = 2500

const isTooLong = ({ block }: PlannedBlock): boolean => plainText(block.description, { limit: COLUMN_LENGTH }).length > COLUMN_LENGTH

/** A lesson's alert and as much of its text as the settings allow. Nothing relies on color alone, so overlaps are labeled in text. */
export const Words = ({
  lesson: { block, preview },
  choices,
}: {
  lesson: Pick<PlannedBlock, 'block' | 'preview'>
  choices: PrintChoices
}) => (
  <>
    {block.hasAlert && (
      <p className="alert">
        <strong>{`! ${block.alertMessage || 'Alert'}`}</strong>
      </p>
    )}
    {choices.text === 'first' && preview !== '' && <p className="first">{lineOf(block.description)}</p>}
    {choices.text === 'full' && preview !== '' && (
      <div className="text">
        <RichText html={block.description} />
      </div>
    )}
  </>
)

const timesOf = ({ block, overlaps }: PlannedBlock, timeFormat: PrintedPart['timeFormat']): string =>
  `${formatTimes(block, timeFormat)}${overlaps ? ' · overlaps' : ''}`

const Note = ({ label, text }: { label: string; text: string | null | undefined }) =>
  text && (
    <section className="box keep">
      <p className="plain">
        <strong>{label}: </strong>
        {text}
      </p>
    </section>
  )

const DayOff = ({ text }: { text: string | null }) => (
  <section className="box urgent off keep">
    <p>
      <strong>Non-instructional Day</strong>
    </p>
    {text && <p className="plain">{text}</p>}
  </section>
)

/** The notes and the day-off box at the start of a day. */
const DayStart = ({ day: { marks, school, lessons }, isFiltered, choices }: DayProps) => (
  <>
    {choices.hasNotes && <Note label="School note" text={school?.noteText} />}
    {choices.hasNotes && <Note label="Note" text={marks.noteText} />}
    {marks.isBlocked && <DayOff text={marks.blockedText} />}
    {!marks.isBlocked && !isFiltered && lessons.length === 0 && <p className="none">No lessons planned</p>}
  </>
)

/** True for a day that says nothing about the classes that are printed. */
const isSilent = ({ marks, school, lessons }: PlannedDay, { hasNotes }: PrintChoices): boolean =>
  !marks.isBlocked && lessons.length === 0 && !(hasNotes && (marks.noteText || school?.noteText))

/** Returns the lessons to print. A blocked day keeps its lessons but doesn't show them. */
const lessonsOf = ({ marks, lessons }: PlannedDay): PlannedBlock[] => (marks.isBlocked ? [] : lessons)

const WideLesson = ({ lesson, timeFormat, choices }: LessonProps) => (
  <section className="lesson">
    <p className="time">{timesOf(lesson, timeFormat)}</p>
    <div>
      <p className="name">
        <strong>{lesson.block.title}</strong>
      </p>
      <Words lesson={lesson} choices={choices} />
      {choices.hasRoom && <Lines count={2} />}
    </div>
  </section>
)

/** A day across the full width, with the time next to each lesson. The heading is kept on the same page as the first lesson. */
const WideDay = (props: DayProps & { heading: string | false }) => {
  const { day, heading, isFiltered, ...rest } = props
  const [first, ...others] = lessonsOf(day)
  return (
    <>
      <div className="begin">
        {heading && <h2 className="day">{heading}</h2>}
        <DayStart day={day} isFiltered={isFiltered} {...rest} />
        {first && <WideLesson lesson={first} {...rest} />}
      </div>
      {others.map((lesson) => (
        <WideLesson key={lesson.block.id} lesson={lesson} {...rest} />
      ))}
      {props.choices.hasRoom && <Lines count={first ? 2 : 4} />}
    </>
  )
}

/** A day in a week column. */
const NarrowDay = (props: DayProps) => {
  const { day, timeFormat, choices } = props
  const lessons = lessonsOf(day)
  return (
    <>
      <DayStart {...props} />
      {lessons.map((lesson) => (
        <section key={lesson.block.id} className="entry">
          <p className="name">
            <span className="time">{timesOf(lesson, timeFormat)}</span>
            <br />
            <strong>{lesson.block.title}</strong>
          </p>
          {choices.text === 'full' && isTooLong(lesson) ? (
            <>
              <Words lesson={lesson} choices={{ ...choices, text: 'first' }} />
              <p className="none">Full text is below the week.</p>
            </>
          ) : (
            <Words lesson={lesson} choices={choices} />
          )}
        </section>
      ))}
      {choices.hasRoom && <Lines count={lessons.length === 0 ? 12 : 5} />}
    </>
  )
}

type DaysProps = Pick<PrintedPart, 'days' | 'timeFormat' | 'cycleDayOf'> & { isFiltered: boolean; choices: PrintChoices }

const WeekTable = ({ days, timeFormat, cycleDayOf, isFiltered, choices }: DaysProps) => (
  <table className="week-table">
    <thead>
      <tr>
        {days.map((day) => (
          <th key={day.date} scope="col">
            {withLabels(`${formatDay(day.date, 'weekdayLong')} ${dayOfMonth(day.date)}`, day, cycleDayOf)}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      <tr>
        {days.map((day) => (
          <td key={day.date}>
            <NarrowDay day={day} timeFormat={timeFormat} isFiltered={isFiltered} choices={choices} />
          </td>
        ))}
      </tr>
    </tbody>
  </table>
)

const headingOf = (day: PlannedDay, cycleDayOf: PrintedPart['cycleDayOf']): string =>
  withLabels(formatDay(day.date, 'full').replace(/, \d+$/, ''), day, cycleDayOf)

/** Lessons whose text is too long for a week column, grouped by day. */
const LongLessons = ({ days, timeFormat, cycleDayOf, choices }: Omit<DaysProps, 'isFiltered'>) =>
  choices.text === 'full' &&
  days.flatMap((day) =>
    lessonsOf(day)
      .filter(isTooLong)
      .map((lesson) => (
        <div key={`${day.date} ${lesson.block.id}`} className="begin">
          <h2 className="day">{headingOf(day, cycleDayOf)}</h2>
          <WideLesson lesson={lesson} timeFormat={timeFormat} choices={choices} />
        </div>
      )),
  )

type SheetProps = { title: string; teacher: string; children: ReactNode }

/** A part of the printed content that starts on a new page, with a header that the browser repeats on every page. */
export const Sheet = ({ title, teacher, children }: SheetProps) => (
  <table className="sheet" role="presentation">
    <thead>
      <tr>
        <td>
          <p className="running">{`${title} · ${teacher}`}</p>
        </td>
      </tr>
    </thead>
    <tbody>
      <tr>
        <td>
          <h1>{title}</h1>
          {children}
        </td>
      </tr>
    </tbody>
  </table>
)

/** A printed day or week. A week is laid out in five columns on landscape paper, and day by day on portrait paper. */
export const PrintSheet = ({ teacher, choices, ...part }: PrintedPart & { choices: PrintChoices }) => {
  const { view, days, timeFormat, cycleDayOf, isFiltered = false } = part
  return (
    <Sheet title={titleOf(part)} teacher={teacher}>
      {view === 'week' && choices.orientation === 'landscape' ? (
        <>
          <WeekTable {...{ days, timeFormat, cycleDayOf, isFiltered, choices }} />
          <LongLessons {...{ days, timeFormat, cycleDayOf, choices }} />
        </>
      ) : (
        days
          .filter((day) => !(view === 'week' && isFiltered && isSilent(day, choices)))
          .map((day) => (
            <WideDay
              key={day.date}
              day={day}
              timeFormat={timeFormat}
              isFiltered={isFiltered}
              choices={choices}
              heading={view === 'week' && headingOf(day, cycleDayOf)}
            />
          ))
      )}
    </Sheet>
  )
}
