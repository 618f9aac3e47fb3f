/** The report's view: keeps the draft, sends it, and says what became of it. */
import { sendReport } from './data.ts'
import type { Keeper } from './kept.ts'
import { find, icon, type Lesson, make, type Page } from './page.ts'
import { type Draft, newDraft, problemOf, reportEndInWords } from './report.ts'
import { type DraftAccess, reportedLessons, reportFields } from './report-form.ts'

/** Returns access to the draft. Without any, a change creates one. A change of a sent report has to be sent again. */
const accessTo = (page: Page, keeper: Keeper, total: number, onChange: () => void): DraftAccess => {
  const { reportToken, teacher, timezone } = page
  const fresh = newDraft({ reportToken, teacher, timezone, total })
  const read = () => keeper.read()?.report ?? fresh
  return {
    read,
    change: (change) => {
      const draft = { ...change(read()), reportToken, total }
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

type View = { page: Page; keeper: Keeper; form: HTMLElement; say: (words: string) => void; update: () => void }

/** Sends the draft on this phone. Without internet, it stays there and goes out when the phone is back online. */
const sendDraft = async ({ page, keeper, form, say, update }: View, access: DraftAccess): Promise<void> => {
  const draft = access.read()
  const problem = problemOf(draft)
  showProblem(form, problem)
  if (problem) return say(problem.message)
  if (page.isPreview) return say('This is a preview. Your substitute can send a report here.')
  say('Sending…')
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
  } else say(sending.message)
  update()
}

/** Makes the view. Returns a function that shows it with the steps that are ticked now. */
export const makeReportView = (page: Page, keeper: Keeper, isTicked: (lesson: Lesson) => boolean): (() => void) => {
  const count = make('span', { class: 'count' })
  const form = make('form', { novalidate: true })
  const status = make('p', { role: 'status', class: 'error' })
  const button = make('button', { class: 'btn solid' }, icon('send'), make('span'))
  const until = make('p')
  const back = make('a', { class: 'ib', href: '#now', 'aria-label': 'Back to the plan' }, icon('back'))
  const emergency = make('a', { class: 'btn em', href: '#emergency', 'aria-label': 'Emergency' }, icon('siren'))
  const bar = make('div', { class: 'bar' }, back, make('h2', { id: 'h-report', tabindex: '-1' }, 'How did it go?'), count)
  const section = make('section', { id: 'report', 'data-in': 'report', 'aria-labelledby': 'h-report', hidden: true }, bar, form)
  find('main')?.append(section)

  const say = (words: string) => {
    status.textContent = words
  }
  const lessons = () => reportedLessons(page, Date.now())
  const update = () => {
    const draft = access.read()
    const keys = lessons().map(({ date, id }) => `${date} ${id}` as const)
    const answered = keys.filter((key) => draft.lessons[key] !== undefined).length
    count.replaceChildren(...(answered === keys.length ? [icon('check')] : []), `${answered} of ${keys.length} lessons`)
    count.hidden = keys.length === 0
    const label = draft.id === undefined ? `Send to ${page.teacher}` : draft.state === 'sent' ? 'Sent' : 'Send again'
    const words = find('span', button)
    if (words) words.textContent = draft.state === 'waiting' ? 'Send again' : label
    until.textContent = `You can correct it and send again until ${reportEndInWords(page.endsAt, page.timezone, Date.now())}.`
  }
  const access = accessTo(page, keeper, lessons().length, update)
  const view = { page, keeper, form, say, update }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void sendDraft(view, access)
  })
  const sendWaiting = () => {
    if (access.read().state === 'waiting') void sendDraft(view, access)
  }
  window.addEventListener('online', sendWaiting)
  sendWaiting()
  return () => {
    form.replaceChildren(
      ...reportFields(page, lessons(), access, isTicked),
      make('div', { class: 'foot' }, status, emergency, button, until),
    )
    update()
  }
}
