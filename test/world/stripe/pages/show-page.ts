/** The pages that Stripe hosts, and a page that controls the stand-in. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { othersWithCards } from '../cards.ts'
import { costOf, payFor } from '../checkout.ts'
import { missing, Refusal } from '../refusal.ts'
import { found, idOf, type World } from '../world.ts'
import { dayOf, dollars, type Html, html, page, press } from './html.ts'
import { portalPage, pressInPortal } from './portal-page.ts'
import { type Pressed, pressedIn } from './pressed.ts'
import type { Room } from './room.ts'
import { pressInWorld, worldPage } from './world-page.ts'

const checkoutPage = (world: World, id: string, problem?: string): string => {
  const session = found(world.tables.sessions, 'checkout.session', id)
  const [item] = world.tables.lineItems.get(id) ?? []
  const interval = item?.price?.recurring?.interval ?? 'month'
  if (session.status !== 'open')
    return page(
      session.status === 'complete' ? 'You have paid' : 'This checkout has expired',
      html`<section><p>${session.status === 'complete' ? 'This checkout is done.' : 'Go back to Firstbell and begin again.'}</p><a class="button" href="${session.cancel_url ?? '/'}">Back to Firstbell</a></section>`,
    )
  const { off, credit, due } = costOf(world, session)
  const [used] = session.discounts ?? []
  const code = used && world.tables.promotionCodes.get(idOf(used.promotion_code))?.code
  const others = othersWithCards(world, idOf(session.customer)).slice(0, 5)
  return page(
    `Subscribe to ${item?.description ?? ''}`,
    html`${problem !== undefined && html`<p class="bad" role="alert">${problem}</p>`}
<section aria-labelledby="bought"><h2 id="bought">What you pay</h2><dl>
<dt>${item?.description ?? ''}, billed every ${interval}</dt><dd>${dollars(session.amount_subtotal ?? 0)}</dd>
${off > 0 && html`<dt>Discount ${code ?? ''}</dt><dd>${dollars(-off)}</dd>`}
${credit > 0 && html`<dt>Your credit</dt><dd>${dollars(-credit)}</dd>`}
<dt class="total">Total due today</dt><dd class="total">${dollars(due)}</dd></dl>
<p class="soft">Then ${dollars(item?.price?.unit_amount ?? 0)} every ${interval}, until you cancel.</p></section>
<section aria-labelledby="cards"><h2 id="cards">Card</h2><form method="post">
${press('pay', 'Pay with a good card', { card: 'good' }, { isFirst: true })}
${press('pay', 'Pay with a card that is declined', { card: 'declined' })}
${press('pay', 'Pay with a card that fails at the next renewal', { card: 'failsLater' })}
${others.map(({ id: of, email }) => press('pay', `Pay with another person’s card: ${email ?? of}`, { of }))}
</form></section>
${session.cancel_url !== null && html`<a class="button" href="${session.cancel_url}">Back</a>`}`,
  )
}

const pressInCheckout = (world: World, id: string, pressed: Pressed): { to: string } | { shown: string } => {
  const card = pressed['of'] === undefined ? (pressed['card'] as 'good') : { of: pressed['of'] }
  try {
    return { to: payFor(world, id, card) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { shown: checkoutPage(world, id, error.message) }
  }
}

const invoicePage = (world: World, id: string): string => {
  const invoice = found(world.tables.invoices, 'invoice', id)
  const off = (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
  const credit = invoice.total - invoice.amount_due
  return page(
    `Invoice ${invoice.number ?? ''}`,
    html`<section><p class="soft">${dayOf(invoice.created)} · ${invoice.customer_email ?? ''} · ${invoice.status ?? ''}</p><dl>
${invoice.lines.data.map(({ description, amount }): Html => html`<dt>${description ?? ''}</dt><dd>${dollars(amount)}</dd>`)}
${off > 0 && html`<dt>Discount</dt><dd>${dollars(-off)}</dd>`}
${credit !== 0 && html`<dt>${credit > 0 ? 'Credit used' : 'Added to credit'}</dt><dd>${dollars(-credit)}</dd>`}
<dt class="total">${invoice.status === 'paid' ? 'Paid' : 'Due'}</dt><dd class="total">${dollars(invoice.amount_due)}</dd></dl></section>`,
  )
}

/** Returns the page at a URL, or the redirect after a button click on that page. */
const answerOf = async (room: Room, { pathname }: URL, pressed: Pressed | undefined): Promise<{ to: string } | { shown: string }> => {
  const { world } = room
  const [, kind = '', id = ''] = /^\/(c\/pay|p\/session|i|world)\/?([^/]*)$/.exec(pathname) ?? []
  if (kind === 'c/pay') return pressed ? pressInCheckout(world, id, pressed) : { shown: checkoutPage(world, id) }
  if (kind === 'p/session') return pressed ? pressInPortal(world, id, pressed) : { shown: portalPage(world, id) }
  if (kind === 'i') return { shown: invoicePage(world, id) }
  if (kind === 'world') return pressed ? pressInWorld(room, pressed) : { shown: worldPage(room) }
  if (pathname === '/') return { to: '/world' }
  throw missing('page', pathname)
}

/** Responds to a browser's request. */
export const showPage = async (room: Room, request: IncomingMessage, response: ServerResponse, url: URL, body: string): Promise<void> => {
  try {
    const answer = await answerOf(room, url, request.method === 'POST' ? pressedIn(body) : undefined)
    if ('to' in answer) response.writeHead(303, { location: answer.to }).end()
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(answer.shown)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    response.writeHead(error.status, { 'content-type': 'text/html; charset=utf-8' })
    response.end(
      page('That did not work', html`<section><p>${error.message}</p><a class="button" href="/world">To the world</a></section>`),
    )
  }
}
