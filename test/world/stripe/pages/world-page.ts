/** The page on which developers move time forward and inject faults. */
import { advance } from '../clock.ts'
import { nameOf } from '../prices.ts'
import { closeDispute, openDispute, refund } from '../refunds.ts'
import { itemOf } from '../subscription-life.ts'
import type { TroubleKind } from '../trouble.ts'
import { found, idOf, type StoredEvent, type World } from '../world.ts'
import { dayOf, dollars, type Html, html, page, press } from './html.ts'
import type { Pressed } from './pressed.ts'
import type { Room } from './room.ts'

const SHOWN = 40

const TROUBLES: Record<TroubleKind, string> = {
  slow: 'Answer slowly',
  error: 'Answer 500',
  garbage: 'Answer garbage',
  limited: 'Refuse as too many',
  down: 'Break the connection',
  lost: 'Do it, and lose the answer',
}

const timeSection = (
  world: World,
): Html => html`<section><h2>Time</h2><p>It is ${new Date(world.now() * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC here, ${Math.round(world.ahead / 86_400)} days ahead of your clock. Renewals, retries and endings happen on the way.</p>
<form method="post">${press('advance', 'A day later', { days: '1' })}${press('advance', 'A week later', { days: '7' })}${press('advance', 'A month later', { days: '31' })}${press('advance', 'A year later', { days: '366' })}</form></section>`

const troubleSection = ({
  troubles,
}: Room): Html => html`<section><h2>Trouble with calls</h2><p>${troubles.present ? `Now: ${TROUBLES[troubles.present.kind]}` : 'None: calls are answered.'}</p>
<form method="post">${Object.entries(TROUBLES).map(([kind, name]) => press('trouble', name, { kind }))}${troubles.present !== null && press('heal', 'End the trouble', {}, { isFirst: true })}</form></section>`

const webhookSection = ({
  webhooks,
}: Room): Html => html`<section><h2>Webhooks</h2><p>To ${webhooks.url ?? 'nobody'}. ${webhooks.isHolding ? `Held back: ${webhooks.waiting.length}` : 'Sent as they happen.'}</p>
<form method="post">${
  webhooks.isHolding
    ? html`${press('release', 'Send them', {}, { isFirst: true })}${press('release', 'Send them backwards', { order: 'backwards' })}${press('release', 'Send each twice', { order: 'twice' })}${press('release', 'Lose them', { order: 'lose' })}`
    : press('hold', 'Hold them back')
}</form></section>`

const subscriptionRows = (world: World): Html[] =>
  [...world.tables.subscriptions.values()].reverse().map((row): Html => {
    const customer = world.tables.customers.get(idOf(row.customer))
    const item = itemOf(row)
    return html`<tr><td>${customer && !customer.deleted ? (customer.email ?? customer.id) : 'deleted'}</td><td>${nameOf(world, item.price)}, ${item.price.recurring?.interval ?? ''}</td><td>${row.cancel_at_period_end && row.status !== 'canceled' ? 'cancelled' : row.status}</td><td>${dayOf(item.current_period_end)}</td><td>${customer && !customer.deleted ? dollars(-customer.balance) : ''}</td></tr>`
  })

const chargeRows = (world: World): Html[] =>
  [...world.tables.charges.values()]
    .reverse()
    .slice(0, SHOWN)
    .map((row): Html => {
      const customer = world.tables.customers.get(idOf(row.customer))
      const dispute = [...world.tables.disputes.values()].find(({ charge, status }) => charge === row.id && status === 'needs_response')
      const state = row.disputed ? 'disputed' : row.refunded ? 'refunded' : row.status
      return html`<tr><td>${customer && !customer.deleted ? (customer.email ?? customer.id) : 'deleted'}</td><td>${dollars(row.amount)}</td><td>${state}</td><td><form method="post">
${row.paid && !row.refunded && !row.disputed && html`${press('refund', 'Refund', { charge: row.id })}${press('dispute', 'Dispute', { charge: row.id })}`}
${dispute && html`${press('close', 'We win the dispute', { dispute: dispute.id, status: 'won' })}${press('close', 'We lose the dispute', { dispute: dispute.id, status: 'lost' })}`}
</form></td></tr>`
    })

const eventRows = ({ world }: Room): Html[] =>
  [...world.tables.events.values()]
    .reverse()
    .slice(0, SHOWN)
    .map(
      (row): Html =>
        html`<tr><td>${row.type}</td><td>${dayOf(row.created)}</td><td>${row.pending_webhooks === 0 ? 'taken' : 'not taken'}</td><td><form method="post">${press('replay', 'Send again', { event: row.id })}</form></td></tr>`,
    )

const table = (title: string, heads: string[], rows: Html[]): Html =>
  html`<section><h2>${title}</h2><div class="scroll"><table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div></section>`

const codeSection = (world: World): Html =>
  html`<section><h2>Discount codes</h2><p>${[...world.tables.promotionCodes.values()]
    .map(({ code, promotion }) => `${code} (${world.tables.coupons.get(idOf(promotion.coupon))?.name ?? ''})`)
    .join(' · ')}</p></section>`

export const worldPage = (room: Room): string =>
  page(
    'The world beside Firstbell: Stripe',
    html`${timeSection(room.world)}${troubleSection(room)}${webhookSection(room)}
${codeSection(room.world)}
${table('Subscriptions', ['Customer', 'What', 'State', 'Period ends', 'Credit'], subscriptionRows(room.world))}
${table('Charges', ['Customer', 'Amount', 'State', 'What to do'], chargeRows(room.world))}
${table('Events', ['Type', 'Day', 'State', 'What to do'], eventRows(room))}`,
    { isWide: true },
  )

const ORDERS: Record<string, (events: StoredEvent[]) => StoredEvent[]> = {
  backwards: (events) => [...events].reverse(),
  twice: (events) => events.flatMap((event) => [event, event]),
  lose: () => [],
}

/** Performs the action of a button on the page. */
export const pressInWorld = async ({ world, webhooks, troubles }: Room, pressed: Pressed): Promise<{ to: string }> => {
  const { action, charge = '', dispute = '', event = '', order = '' } = pressed
  const { tables } = world
  if (action === 'advance') await advance(world, Number(pressed['days']), () => webhooks.delivered())
  if (action === 'trouble') troubles.begin({ kind: pressed['kind'] as TroubleKind })
  if (action === 'heal') troubles.end()
  if (action === 'hold') webhooks.hold()
  if (action === 'release') await webhooks.release(ORDERS[order])
  if (action === 'replay') await webhooks.send(found(tables.events, 'event', event))
  if (action === 'refund') refund(world, found(tables.charges, 'charge', charge))
  if (action === 'dispute') openDispute(world, found(tables.charges, 'charge', charge))
  if (action === 'close') closeDispute(world, found(tables.disputes, 'dispute', dispute), pressed['status'] === 'won' ? 'won' : 'lost')
  return { to: '/world' }
}
