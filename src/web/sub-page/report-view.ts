/** The report's view: keeps the draft, sends it, and says what became of it. */
import { sendReport } from './data.ts'
import type { Keeper } from './kept.ts'
import { find, icon, type Lesson, make, type Page } from './page.ts'
import { type Draft, newDraft, problemOf, type ReportedLesson, reportEndInWords } from './report.ts'
import { type DraftAccess, type IsTicked, reportedLessons, reportFields } from './report-form.ts'

/** A report's form. `page` is made from the draft once the plan is gone. */
type Setting = {
  page: Pick<Page, 'teacher' | 'timezone' | 'timeFormat' | 'reportToken' | 'endsAt' | 'isPreview'>
  keeper: Keeper
  lessons: () => ReportedLesson[]
  isTicked: IsTicked
  /** Stops the form when its page is replaced. */
  signal?: AbortSignal
  onUpdate?: (draft: Draft) => void
}

/** Returns access to the draft. Without any, a change creates one. A change of a sent report has to be sent again. */
const accessTo = ({ page, keeper, lessons }: Setting, onChange: () => void): DraftAccess => {
  const { reportToken, timezone, timeFormat } = page
  const planned = () => lessons().map(({ date, id, title, startTime }) => ({ date, id, title, startTime }))
  const fresh = newDraft({ reportToken, timezone, timeFormat, plan: planned() })
  const read = () => keeper.read()?.report ?? fresh
  return {
    read,
    change: (change) => {
      const draft = { ...change(read()), reportToken, plan: planned() }
      keeper.change((kept) => ({ ...kept, report: { ...draft, state: draft.state === 'sent' ? 'draft' : draft.state } }))
      onChange()
    },
  }
}

/** Marks the field to change, and moves the focus there. */
const showProblem = (form: HTMLElement, problem: ReturnType<typeof problemOf>) => {
  for (const name of ['name', 'absent']) {
    const input = find(`[name="${name}"]`, form)
    const isWrong = problem?.field === name
    input?.setAttribute('aria-invalid', String(isWrong))
    if (isWrong) input?.focus()
  }
}

type View = Pick<Setting, 'page' | 'keeper'> & { form: HTMLElement; say: (words: string) => void; update: () => void }

/** Milliseconds between two attempts to send a report that waits. Not every network that comes back is announced. */
const RETRY_MS = 10_000

/** Sends the draft on this phone. Without internet, it stays there and goes out when the phone is back online. */
const sendDraft = async ({ page, keeper, form, say, update }: View, access: DraftAccess, { isRetry = false } = {}): Promise<void> => {
  const draft = access.read()
  const problem = problemOf(draft)
  showProblem(form, problem)
  if (problem) return say(problem.message)
  if (page.isPreview) return say('This is a preview. Your substitute can send a report here.')
  if (!isRetry) say('Sending…')
  const sending = await sendReport(draft)
  const keep = (change: Partial<Draft>) => keeper.change((kept) => ({ ...kept, report: { ...draft, ...kept.report, ...change } }))
  if (sending.result === 'sent') {
    // Whatever was typed meanwhile isn't sent yet.
    const isSame = JSON.stringify({ ...access.read(), state: '' }) === JSON.stringify({ ...draft, state: '' })
    keep({ id: sending.id, state: isSame ? 'sent' : 'draft' })
    say(`Sent to ${page.teacher}.`)
  } else if (sending.result === 'offline') {
    keep({ state: 'waiting' })
    say('No internet. Your report is on this phone, and goes out when you’re back online.')
  } else {
    keep({ state: 'draft' })
    say(sending.message)
  }
  update()
}

/** Makes the form. Returns it, and functions that fill it. `fill` takes the form's fields, and links beside its button. */
export const makeForm = (setting: Setting) => {
  const { page, keeper, lessons, isTicked, signal, onUpdate } = setting
  const form = make('form', { novalidate: true })
  const status = make('p', { role: 'status', class: 'error' })
  const button = make('button', { class: 'btn solid' }, icon('send'), make('span'))
  const until = make('p')
  const say = (words: string) => {
    // A screen reader says each new text, also one that is the same.
    if (status.textContent !== words) status.textContent = words
  }
  const update = () => {
    const draft = access.read()
    const label = draft.id === undefined ? `Send to ${page.teacher}` : draft.state === 'sent' ? 'Sent' : 'Send again'
    const words = find('span', button)
    if (words) words.textContent = draft.state === 'waiting' ? 'Send again' : label
    until.textContent = `You can correct it and send again until ${reportEndInWords(page.endsAt, page.timezone, Date.now())}.`
    onUpdate?.(draft)
  }
  const access = accessTo(setting, update)
  const view = { page, keeper, form, say, update }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void sendDraft(view, access)
  })
  let isSending = false
  const sendWaiting = async () => {
    const report = keeper.read()?.report
    if (isSending || report?.state !== 'waiting' || problemOf(report)) return
    isSending = true
    await sendDraft(view, access, { isRetry: true }).finally(() => {
      isSending = false
    })
  }
  window.addEventListener('online', () => void sendWaiting(), signal && { signal })
  const timer = window.setInterval(() => void sendWaiting(), RETRY_MS)
  signal?.addEventListener('abort', () => window.clearInterval(timer))
  void sendWaiting()
  const fill = (fields: (HTMLElement | string)[], ...links: HTMLElement[]) => {
    form.replaceChildren(...fields, make('div', { class: 'foot' }, status, ...links, button, until))
    update()
  }
  const fillAll = (...links: HTMLElement[]) => fill(reportFields(page, lessons(), access, isTicked), ...links)
  return { form, access, fill, fillAll }
}

/** Makes the view. Returns a function that shows it with the steps that are ticked now. */
export const makeReportView = (
  page: Page,
  keeper: Keeper,
  { isTicked, signal }: { isTicked: (lesson: Lesson) => boolean; signal: AbortSignal },
): (() => void) => {
  const count = make('span', { class: 'count' })
  const back = make('a', { class: 'ib', href: '#now', 'aria-label': 'Back to the plan' }, icon('back'))
  const emergency = make('a', { class: 'btn em', href: '#emergency', 'aria-label': 'Emergency' }, icon('siren'))
  const bar = make('div', { class: 'bar' }, back, make('h2', { id: 'h-report', tabindex: '-1' }, 'How did it go?'), count)
  const lessons = () => reportedLessons(page, Date.now())
  const { form, fillAll } = makeForm({
    ...{ page, keeper, lessons, signal },
    isTicked: ({ date, id }) => page.lessons.some((lesson) => lesson.date === date && lesson.id === id && isTicked(lesson)),
    onUpdate: (draft) => {
      const keys = lessons().map(({ date, id }) => `${date} ${id}` as const)
      const answered = keys.filter((key) => draft.lessons[key] !== undefined).length
      count.replaceChildren(...(answered === keys.length ? [icon('check')] : []), `${answered} of ${keys.length} lessons`)
      count.hidden = keys.length === 0
    },
  })
  const section = make('section', { id: 'report', 'data-in': 'report', 'aria-labelledby': 'h-report', hidden: true }, bar, form)
  find('main')?.append(section)
  return () => fillAll(emergency)
}
