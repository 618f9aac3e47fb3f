/** The page of a link that isn't open. It names nobody. Only a report that is still on this phone can be sent or corrected from it. */
import type { Keeper } from './kept.ts'
import { find, icon, make } from './page.ts'
import type { Draft } from './report.ts'
import { nameFields } from './report-form.ts'
import { makeForm } from './report-view.ts'

const stateInWords = ({ lessons, plan, id, state }: Draft): string => {
  const marked = plan.filter(({ date, id }) => lessons[`${date} ${id}`] !== undefined).length
  const all = plan.length > 0 && marked === plan.length ? `All ${marked} lessons marked` : `${marked} of ${plan.length} lessons marked`
  const sent = state === 'sent' ? 'sent' : id === undefined ? 'not sent yet' : 'changed after it was sent'
  return `${all}, ${sent}.`
}

/** Returns a card that sends the report. Its texts appear only when the substitute wants to change them. */
const cardOf = ({ plan, timezone, timeFormat, reportToken }: Draft, endsAt: string, keeper: Keeper): HTMLElement => {
  const controller = new AbortController()
  const page = { teacher: 'the teacher', timezone, timeFormat, reportToken, endsAt, isPreview: false }
  const state = make('p')
  const { form, access, fill, fillAll } = makeForm({
    ...{ page, keeper, lessons: () => plan, isTicked: () => false, signal: controller.signal },
    onUpdate: (draft) => {
      state.textContent = stateInWords(draft)
    },
  })
  const change = make('button', { class: 'btn', type: 'button' }, icon('report'), 'Change it')
  const forget = make('button', { class: 'btn ghost', type: 'button' }, 'Delete it from this phone')
  const heading = make('div', {}, make('b', {}, icon('report'), ' Your report is still on this phone'))
  const card = make('section', { class: 'card' }, heading, state, form, change, forget)
  fill(access.read().name.trim() === '' ? nameFields(page, access) : [])
  change.addEventListener('click', () => {
    fillAll()
    change.remove()
    find('input, textarea', form)?.focus()
  })
  forget.addEventListener('click', () => {
    controller.abort()
    keeper.change(() => null)
    card.replaceChildren(make('p', { role: 'status' }, 'Your report is deleted from this phone.'))
  })
  return card
}

/** Completes the page. Says so if the phone is offline, because then the link may be new and open. */
export const showGone = (keeper: Keeper): void => {
  const main = find('main')
  if (!navigator.onLine) main?.append(make('p', {}, 'You’re offline. If your link is new, connect to the internet and open it again.'))
  const { report, endsAt } = keeper.read() ?? {}
  if (report && endsAt !== undefined) main?.append(cardOf(report, endsAt, keeper))
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
