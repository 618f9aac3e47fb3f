/** The page of a link that isn't open. It names nobody. Only a report that is still on this phone can be sent from it. */
import { formatDay, todayIn } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import { sendReport } from './data.ts'
import type { Keeper } from './kept.ts'
import { find, icon, make } from './page.ts'
import { type Draft, problemOf, reportEnd } from './report.ts'

const stateInWords = ({ lessons, total, id, timezone }: Draft, endsAt: string): string => {
  const marked = Object.keys(lessons).length
  const all = total > 0 && marked >= total ? `All ${total} lessons marked` : `${marked} of ${total} lessons marked`
  const end = formatDay(todayIn(timezone, reportEnd(endsAt)), 'weekdayAndDay')
  return `${all}, ${id === undefined ? 'not sent yet' : 'changed after it was sent'}. It can be sent until ${end}.`
}

const cardOf = (draft: Draft, endsAt: string, keeper: Keeper): HTMLElement => {
  const status = make('p', { role: 'status' })
  const name = make('input', { name: 'name', maxlength: String(MAX.name), autocomplete: 'name' })
  const send = make('button', { class: 'btn solid', type: 'button' }, 'Send the report')
  const forget = make('button', { class: 'btn ghost', type: 'button' }, 'Delete it from this phone')
  const card = make('section', { class: 'card' }, make('div', {}, make('b', {}, icon('report'), ' Your report is still on this phone')))
  card.append(
    make('p', {}, stateInWords(draft, endsAt)),
    ...(draft.name.trim() === '' ? [make('label', { class: 'field' }, 'Your name', name)] : []),
    status,
    send,
    forget,
  )
  const end = (words: string) => card.replaceChildren(make('p', { role: 'status' }, words))
  const press = async () => {
    const signed = { ...draft, name: draft.name.trim() || name.value }
    const problem = problemOf(signed)
    if (problem?.field === 'name') name.focus()
    if (problem) {
      status.textContent = problem.message
      return
    }
    status.textContent = 'Sending…'
    const sending = await sendReport(signed)
    if (sending.result === 'sent') {
      keeper.change(() => null)
      end('Your report is sent. Thank you!')
    } else if (sending.result === 'offline') {
      keeper.change((kept) => ({ ...kept, report: { ...signed, state: 'waiting' } }))
      status.textContent = 'No internet. Your report stays on this phone. Send it again when you’re back online.'
    } else status.textContent = sending.message
  }
  send.addEventListener('click', () => void press())
  window.addEventListener('online', () => {
    if (keeper.read()?.report?.state === 'waiting') void press()
  })
  forget.addEventListener('click', () => {
    keeper.change(() => null)
    end('Your report is deleted from this phone.')
  })
  return card
}

/** Completes the page. Says so if the phone is offline, because then the link may be new and open. */
export const showGone = (keeper: Keeper): void => {
  const main = find('main')
  if (!navigator.onLine) main?.append(make('p', {}, 'You’re offline. If your link is new, connect to the internet and open it again.'))
  const { report, endsAt } = keeper.read() ?? {}
  if (report && endsAt !== undefined && report.state !== 'sent') main?.append(cardOf(report, endsAt, keeper))
}

/** Replaces an open page with the page of a link that isn't open. */
export const turnIntoGone = (keeper: Keeper): void => {
  const template = document.querySelector('template')
  if (!template) return
  const { body, documentElement } = document
  const symbols = find('.symbols')
  body.replaceChildren(...(symbols ? [symbols] : []), template.content.cloneNode(true))
  documentElement.removeAttribute('data-view')
  document.title = find('h1')?.textContent ?? ''
  find('h1')?.focus()
  showGone(keeper)
}
