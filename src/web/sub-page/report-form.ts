/** The report's form, 'How did it go?'. Everything typed is kept on the phone right away. */
import { formatDay, formatTime, todayIn } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import type { Outcome } from '#shared/sub-reports/contract.ts'
import { find, icon, type Lesson, make, type Page } from './page.ts'
import { type Draft, type LessonKey, outcomeOf, type ReportedLesson } from './report.ts'

const OUTCOMES: readonly { outcome: Outcome; label: string; icon: string; question?: string }[] = [
  { outcome: 'done', label: 'Done', icon: 'check' },
  { outcome: 'partly', label: 'Partly', icon: 'partly', question: 'What is left?' },
  { outcome: 'not', label: 'Not', icon: 'close', question: 'What happened?' },
]

/** The draft on this phone, and how to change it. */
export type DraftAccess = { read: () => Draft; change: (change: (draft: Draft) => Draft) => void }

const keyOf = ({ date, id }: ReportedLesson): LessonKey => `${date} ${id}`

type Choice = { value: string; label: string; icon?: string; isChosen: boolean }
/** The teacher who reads the report, and the format of times in it. */
type Reader = Pick<Page, 'teacher' | 'timeFormat'>

/** Tells whether a lesson's steps are all ticked. */
export type IsTicked = (lesson: ReportedLesson) => boolean

/** Returns a row of answers, of which one can be chosen. */
const segments = (name: string, legend: HTMLElement, choices: Choice[], onChoose: (value: string) => void): HTMLElement =>
  make(
    'fieldset',
    {},
    legend,
    make(
      'div',
      { class: 'seg' },
      ...choices.map((choice) => {
        const radio = make('input', { type: 'radio', name, value: choice.value, class: 'sr' })
        radio.checked = choice.isChosen
        radio.addEventListener('change', () => onChoose(choice.value))
        return make('label', {}, radio, ...(choice.icon ? [icon(choice.icon)] : []), choice.label)
      }),
    ),
  )

type Field = { label: string; value: string; max: number; hint?: string; name?: string; onInput: (text: string) => void }
/** Returns a text field with its label. */
const field = ({ label, value, max, hint, name, onInput }: Field, className = 'field'): HTMLLabelElement => {
  const area = make('textarea', {
    rows: className === 'field' ? '2' : '1',
    maxlength: String(max),
    placeholder: hint ?? '',
    autocomplete: 'off',
    ...(name !== undefined && { name }),
  })
  area.value = value
  area.addEventListener('input', () => onInput(area.value))
  return make('label', { class: className }, label, area)
}

const lessonRow = (lesson: ReportedLesson, isTicked: boolean, { read, change }: DraftAccess, page: Reader): HTMLElement => {
  const key = keyOf(lesson)
  const time = formatTime(lesson.startTime, page.timeFormat)
  const draft = read()
  const set = (answer: Partial<Draft['lessons'][LessonKey]>) =>
    change((draft) => ({
      ...draft,
      lessons: { ...draft.lessons, [key]: { ...{ outcome: 'done' as Outcome, note: '' }, ...draft.lessons[key], ...answer } },
    }))
  const note = field(
    { label: '', value: draft.lessons[key]?.note ?? '', max: MAX.reportNote, onInput: (note) => set({ note }) },
    'field ask',
  )
  const show = (outcome: Outcome | null) => {
    const question = OUTCOMES.find((one) => one.outcome === outcome)?.question
    note.hidden = question === undefined
    if (note.firstChild) note.firstChild.textContent = question ?? ''
  }
  const chosen = outcomeOf(draft, key, isTicked)
  // A lesson whose steps are all ticked is answered, also if nobody touches its row.
  if (chosen !== null && draft.lessons[key] === undefined) set({ outcome: chosen })
  const choices = OUTCOMES.map(({ outcome, label, icon }) => ({ value: outcome, label, icon, isChosen: outcome === chosen }))
  const answers = segments(`lesson ${key}`, make('legend', { class: 'sr' }, `${lesson.title}, ${time}`), choices, (value) => {
    set({ outcome: value as Outcome })
    show(value as Outcome)
  })
  show(chosen)
  return make('div', {}, make('div', { class: 'what' }, make('b', {}, lesson.title), make('small', {}, time)), answers, note)
}

/** Returns the lessons that a substitute can report on: those until today, or those of the first day before it. */
export const reportedLessons = ({ days, lessons, timezone }: Page, now: number): Lesson[] => {
  const [today, first = ''] = [todayIn(timezone, now), days[0]?.date]
  return lessons.filter(({ date, isReported }) => isReported && (date <= today || date === first))
}

const lessonsPart = (page: Reader, lessons: ReportedLesson[], access: DraftAccess, isTicked: IsTicked): HTMLElement => {
  const dates = [...new Set(lessons.map(({ date }) => date))]
  return make(
    'div',
    { class: 'card taught' },
    ...dates.flatMap((date) => [
      ...(dates.length > 1 ? [make('h3', {}, formatDay(date, 'weekdayAndDay'))] : []),
      ...lessons.filter((lesson) => lesson.date === date).map((lesson) => lessonRow(lesson, isTicked(lesson), access, page)),
    ]),
  )
}

const happenedPart = ({ read, change }: DraftAccess): HTMLElement => {
  const { happened, incidents } = read()
  const text = field(
    {
      label: 'What happened, and what you did',
      value: incidents,
      max: MAX.reportText,
      onInput: (incidents) => change((draft) => ({ ...draft, incidents })),
    },
    'field ask',
  )
  text.hidden = happened !== true
  const choices = [
    { value: 'no', label: 'Nothing', icon: 'check', isChosen: happened === false },
    { value: 'yes', label: 'Yes', icon: 'check', isChosen: happened === true },
  ]
  const legend = make('legend', {}, 'Did anything happen?')
  const answers = segments('happened', legend, choices, (value) => {
    change((draft) => ({ ...draft, happened: value === 'yes' }))
    text.hidden = value !== 'yes'
  })
  return make('div', {}, answers, text)
}

/** Returns the field for the name that signs the report. */
export const nameFields = ({ teacher }: Reader, { read, change }: DraftAccess): HTMLElement[] => {
  const signed = make('input', { name: 'name', maxlength: String(MAX.name), autocomplete: 'name', 'aria-describedby': 'signs' })
  signed.value = read().name
  signed.addEventListener('input', () => change((draft) => ({ ...draft, name: signed.value })))
  return [
    make('label', { class: 'field' }, 'Your name', signed),
    make('p', { class: 'hint', id: 'signs' }, `This signs the report. Only ${teacher} reads it.`),
  ]
}

/** Returns the form's fields. */
export const reportFields = (
  page: Reader,
  lessons: ReportedLesson[],
  access: DraftAccess,
  isTicked: IsTicked,
): (HTMLElement | string)[] => {
  const { read, change } = access
  const { absent, note } = read()
  const ticked = make('p', { class: 'hint' }, icon('list'), 'Lessons with all steps ticked say Done already.')
  return [
    make('p', { class: 'hint' }, 'About two minutes. What you type stays on this phone until you send it.'),
    ...(lessons.length > 0 ? [lessonsPart(page, lessons, access, isTicked)] : []),
    ...(find('.step') ? [ticked] : []),
    field({
      label: 'Absent or late',
      value: absent,
      max: MAX.reportText,
      hint: 'Names with commas between them, or “nobody”',
      name: 'absent',
      onInput: (absent) => change((draft) => ({ ...draft, absent })),
    }),
    happenedPart(access),
    field({
      label: `For ${page.teacher} (optional)`,
      value: note,
      max: MAX.reportText,
      onInput: (note) => change((draft) => ({ ...draft, note })),
    }),
    ...nameFields(page, access),
  ]
}
