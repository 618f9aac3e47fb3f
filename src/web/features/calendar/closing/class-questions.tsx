import { Button } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import type { ClosureRow, ClosureView } from './closure-view.ts'

const CHOICES = [
  { value: 'move', label: 'Move on' },
  { value: 'leave', label: 'Leave here' },
] as const
type Choice = ClosureRow['choice']

type QuestionProps = { row: ClosureRow; onChoose: (choice: Choice) => void }

const Question = ({ row: { name, color, choice, isAsked, words }, onChoose }: QuestionProps) => (
  <li className="flex min-h-[58px] flex-wrap items-center gap-x-3 gap-y-1.5 px-3 py-2" data-choice={choice}>
    <span className={`closing-class h${color}`} aria-hidden="true" />
    <span className="min-w-[130px] flex-1">
      <b className="block leading-tight font-semibold">{name}</b>
      <span className="text-caption text-ink-soft">{words}</span>
    </span>
    {isAsked && <Segmented label={name} value={choice} options={CHOICES} onChange={onChoose} className="ml-auto *:px-2.5! phone:*:px-2!" />}
  </li>
)

type ClassQuestionsProps = {
  title: string
  view: Pick<ClosureView, 'rows' | 'classless'>
  onChoose: (classId: string, choice: Choice) => void
  onChooseAll: (choice: Choice) => void
}

/** The classes of the closing days, each with what happens to its plans. */
export const ClassQuestions = ({ title, view: { rows, classless }, onChoose, onChooseAll }: ClassQuestionsProps) => (
  <section aria-label={title}>
    <div className="mb-1.5 flex min-h-[34px] flex-wrap items-center justify-between gap-x-2">
      <h3 className="font-text text-label font-semibold text-ink-soft">{title}</h3>
      {rows.filter(({ isAsked }) => isAsked).length > 1 && (
        <span className="-mr-2.5 flex">
          <Button variant="ghost" size="sm" className="text-brand!" onClick={() => onChooseAll('move')}>
            Move all
          </Button>
          <Button variant="ghost" size="sm" className="text-brand!" onClick={() => onChooseAll('leave')}>
            Leave all
          </Button>
        </span>
      )}
    </div>
    <ul className="divide-y divide-line rounded-card border border-line">
      {rows.map((row) => (
        <Question key={row.id} row={row} onChoose={(choice) => onChoose(row.id, choice)} />
      ))}
    </ul>
    {classless.length > 0 && (
      <p className="mt-2 text-caption text-ink-soft">
        {`${classless.join(', ')} ${classless.length === 1 ? 'has no class and stays' : 'have no class and stay'} under the day off.`}
      </p>
    )}
    <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-caption phone:hidden">
      <dt className="font-semibold">Move on</dt>
      <dd className="text-ink-soft">To the class’s next lesson. The ones after it make room.</dd>
      <dt className="font-semibold">Leave here</dt>
      <dd className="text-ink-soft">Waits under the day off until you unblock it.</dd>
    </dl>
  </section>
)
