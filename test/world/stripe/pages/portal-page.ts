/** Stripe's customer portal: subscriptions, card and invoices. */
import type Stripe from 'stripe'
import { cardOf } from '../cards.ts'
import { nameOf, PRICE_IDS } from '../prices.ts'
import { missing } from '../refusal.ts'
import { cancelAtPeriodEnd, endPeriod, endSubscription, giveCard, itemOf, switchTo } from '../subscription-life.ts'
import { customerOf, found, idOf, type World } from '../world.ts'
import { dayOf, dollars, type Html, html, page, press } from './html.ts'
import type { Pressed } from './pressed.ts'

const stateOf = (subscription: Stripe.Subscription): string => {
  const end = dayOf(itemOf(subscription).current_period_end)
  if (subscription.status === 'canceled') return `Ended on ${dayOf(subscription.ended_at ?? 0)}`
  if (subscription.status === 'past_due') return 'The last payment failed. It will be tried again.'
  return subscription.cancel_at_period_end ? `Ends on ${end}` : `Renews on ${end}`
}

const buttonsOf = (subscription: Stripe.Subscription): Html => {
  const { id, status, cancel_at_period_end } = subscription
  const { price } = itemOf(subscription)
  if (status === 'canceled') return html``
  return html`<form method="post">
${cancel_at_period_end ? press('resume', 'Resume', { id }, { isFirst: true }) : press('cancel', 'Cancel at the end of the period', { id })}
${press('end', 'Cancel now', { id })}
${price.id === PRICE_IDS.monthly && press('switch', 'Switch to yearly', { id, price: PRICE_IDS.yearly })}
${price.id === PRICE_IDS.yearly && press('switch', 'Switch to monthly', { id, price: PRICE_IDS.monthly })}
${press('period', 'Let the period be over now', { id })}
</form>`
}

export const portalPage = (world: World, id: string): string => {
  const session = found(world.tables.portals, 'billing_portal.session', id)
  const customer = customerOf(world, session.customer)
  const card = cardOf(world, customer)?.card
  const subscriptions = [...world.tables.subscriptions.values()].filter((row) => idOf(row.customer) === customer.id).reverse()
  const invoices = [...world.tables.invoices.values()].filter((row) => idOf(row.customer) === customer.id).reverse()
  return page(
    'Manage your subscription',
    html`<p class="soft">${customer.email ?? ''}${customer.balance < 0 && html` · ${dollars(-customer.balance)} of credit`}</p>
${subscriptions.map((subscription): Html => {
  const { price } = itemOf(subscription)
  return html`<section><h2>${nameOf(world, price)}</h2><p>${dollars(price.unit_amount ?? 0)} a ${price.recurring?.interval ?? ''}. ${stateOf(subscription)}</p>${buttonsOf(subscription)}</section>`
})}
${subscriptions.length === 0 && html`<section><p>You have no subscription.</p></section>`}
<section><h2>Card</h2><p>${card ? `Visa that ends in ${card.last4}` : 'No card'}</p><form method="post">${press('card', 'Use a card that will fail', { card: 'failsLater' })}${press('card', 'Use a good card', { card: 'good' })}</form></section>
<section><h2>Invoices</h2><div class="scroll"><table><thead><tr><th scope="col">Day</th><th scope="col">Number</th><th scope="col">Amount</th><th scope="col">State</th></tr></thead><tbody>
${invoices.map((row): Html => html`<tr><td>${dayOf(row.created)}</td><td>${row.number === null ? '' : html`<a href="/i/${row.id}">${row.number}</a>`}</td><td>${dollars(row.amount_due)}</td><td>${row.status ?? ''}</td></tr>`)}
</tbody></table></div></section>
${session.return_url !== null && html`<a class="button" href="${session.return_url}">Back to Firstbell</a>`}`,
  )
}

/** Performs the action of a button on the page. */
export const pressInPortal = (world: World, id: string, pressed: Pressed): { to: string } => {
  const session = found(world.tables.portals, 'billing_portal.session', id)
  const customer = customerOf(world, session.customer)
  if (pressed.action === 'card') giveCard(world, customer, pressed['card'] === 'good' ? 'good' : 'failsLater')
  else pressOnSubscription(world, customer, pressed)
  return { to: `/p/session/${id}` }
}

const pressOnSubscription = (world: World, customer: Stripe.Customer, { action, id = '', price = '' }: Pressed): void => {
  const subscription = found(world.tables.subscriptions, 'subscription', id)
  // A stale page may act on a subscription that has ended.
  if (idOf(subscription.customer) !== customer.id || subscription.status === 'canceled') throw missing('subscription', id)
  if (action === 'cancel' || action === 'resume')
    world.change('customer.subscription.updated', subscription, cancelAtPeriodEnd(world, subscription, action === 'cancel'))
  if (action === 'period') endPeriod(world, subscription)
  if (action === 'end') endSubscription(world, subscription)
  if (action === 'switch') switchTo(world, subscription, found(world.tables.prices, 'price', price))
}
