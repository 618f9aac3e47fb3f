import { formatDay } from '#shared/dates.ts'
import type { SubReport } from '#shared/sub-reports/contract.ts'
import { MoveButton } from './move-button.tsx'
import { byOutcome, doneWords, lessonKey, OUTCOME_WORDS, type ReportedLesson } from './report-lines.ts'
import { OutcomeIcon } from './report-marks.tsx'

type LessonProps = { lesson: ReportedLesson; isMain: boolean; hasDate: boolean }

/** A lesson that was partly done or not done, with the move it leads to. */
const Lesson = ({ lesson: { date, blockId, title, outcome, note }, isMain, hasDate }: LessonProps) => {
  const name = title ?? 'A lesson that isn’t in your plan'
  return (
    <li>
      <p className="report-lesson">
        <OutcomeIcon outcome={outcome} />
        <b>{name}</b>
        <span>{[hasDate && formatDay(date, 'short'), OUTCOME_WORDS[outcome]].filter(Boolean).join(', ')}</span>
      </p>
      {note !== '' && <p className="report-text">{note}</p>}
      {title !== null && (
        <div className="report-move">
          <MoveButton kind={outcome === 'not' ? 'bump' : 'extend'} date={date} block={{ id: blockId, title }} isMain={isMain} />
        </div>
      )}
    </li>
  )
}

const Text = ({ name, children }: { name: string; children: string }) =>
  children !== '' && (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )

/** A report: lessons that weren't done first, then everything else that the substitute wrote. All of it is plain text. */
export const ReportContent = ({ report: { dates, lessons, absent, incidents, note, name } }: { report: SubReport }) => {
  const { not, partly, done } = byOutcome(lessons)
  const undone = [...not, ...partly]
  if (name === '')
    return <p className="text-ink-soft">This report can’t be read, because the key it was encrypted with is no longer on this server.</p>
  return (
    <>
      {lessons.length > 0 && (
        <ul className="report-lessons" aria-label="Lessons">
          {undone.map((lesson, position) => (
            <Lesson
              key={lessonKey(lesson.date, lesson.blockId)}
              lesson={lesson}
              isMain={position === 0 && lesson.outcome === 'not'}
              hasDate={dates.length > 1}
            />
          ))}
          {done.length > 0 && (
            <li>
              <p className="report-lesson">
                <OutcomeIcon outcome="done" />
                <b>{doneWords(done.length, undone.length)}</b>
                <span>Done</span>
              </p>
            </li>
          )}
        </ul>
      )}
      <dl className="report-texts">
        <Text name="Absent">{absent.join('\n')}</Text>
        <Text name="Happened">{incidents}</Text>
        <Text name="Note">{note}</Text>
        <Text name="Signed">{name}</Text>
      </dl>
    </>
  )
}
