/** The stand-in's clock. It advances on request and performs everything that becomes due in chronological order. */

import { expireSession } from './checkout.ts'
import { draftInvoice, finalize } from './invoices.ts'
import { collectFor, endSubscription, itemOf, renew } from './subscription-life.ts'
import { copyOf, type World } from './world.ts'

const DAY = 86_400
/** How many days before a renewal Stripe announces the invoice. */
const ANNOUNCED_DAYS_BEFORE = 7

type Due = { at: number; happen: () => void }

const dueOfSubscriptions = (world: World): Due[] =>
  [...world.tables.subscriptions.values()]
    .filter(({ status }) => status === 'active' || status === 'past_due')
    .flatMap((subscription) => {
      const at = itemOf(subscription).current_period_end
      if (subscription.cancel_at_period_end) return [{ at, happen: () => endSubscription(world, subscription) }]
      const key = `${subscription.id} ${at}`
      return [
        { at, happen: () => renew(world, subscription) },
        ...(world.tables.announced.has(key)
          ? []
          : [{ at: at - ANNOUNCED_DAYS_BEFORE * DAY, happen: () => announce(world, subscription.id, key) }]),
      ]
    })

/** Announces an upcoming invoice. It's only a preview, so it has no id and isn't stored. */
const announce = (world: World, id: string, key: string): void => {
  world.tables.announced.set(key, true)
  const subscription = copyOf(world.tables.subscriptions.get(id)!)
  const item = itemOf(subscription)
  const amount = item.price.unit_amount ?? 0
  const { id: draft, ...preview } = world.quietly(() =>
    draftInvoice(world, subscription, 'upcoming', [
      { item, amount, description: '', start: item.current_period_end, end: item.current_period_end },
    ]),
  )
  world.tables.invoices.delete(draft)
  world.emit('invoice.upcoming', { ...preview, next_payment_attempt: item.current_period_end })
}

const dueOfInvoices = (world: World): Due[] =>
  [...world.tables.invoices.values()].flatMap((invoice) => {
    if (invoice.status === 'draft' && invoice.automatically_finalizes_at !== null)
      return [
        {
          at: invoice.automatically_finalizes_at,
          happen: () => {
            finalize(world, invoice)
            collectFor(world, invoice)
          },
        },
      ]
    if (invoice.status === 'open' && invoice.next_payment_attempt !== null)
      return [{ at: invoice.next_payment_attempt, happen: () => collectFor(world, invoice) }]
    return []
  })

const dueOfSessions = (world: World): Due[] =>
  [...world.tables.sessions.values()]
    .filter(({ status }) => status === 'open')
    .map(({ id, expires_at }) => ({ at: expires_at, happen: () => expireSession(world, id) }))

/** Moves the clock forward. Delivers all events before the next change happens, so that a listener can react in between. */
export const advance = async (world: World, days: number, delivered: () => Promise<void>): Promise<void> => {
  const until = world.now() + days * DAY
  for (;;) {
    const [next] = [...dueOfSubscriptions(world), ...dueOfInvoices(world), ...dueOfSessions(world)].sort((a, b) => a.at - b.at)
    if (!next || next.at > until) break
    world.ahead += Math.max(0, next.at - world.now())
    next.happen()
    await delivered()
  }
  world.ahead += Math.max(0, Math.round(until - world.now()))
}
