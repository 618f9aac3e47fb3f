/** The stand-in's three prices, each with its product. They're the same in every run. */
import type Stripe from 'stripe'
import { endpoint, isWithin, listOf } from './endpoint.ts'
import { flag, pages, range, takes, text } from './parameters.ts'
import { found, idOf, type World } from './world.ts'

export const PRICE_IDS = { monthly: 'price_firstbellmonthly', yearly: 'price_firstbellyearly', ai: 'price_firstbellai' } as const

const SOLD = [
  { id: PRICE_IDS.monthly, product: 'prod_firstbellpro', name: 'Pro Teacher', amount: 800, interval: 'month' },
  { id: PRICE_IDS.yearly, product: 'prod_firstbellpro', name: 'Pro Teacher', amount: 6000, interval: 'year' },
  { id: PRICE_IDS.ai, product: 'prod_firstbellai', name: 'AI add-on', amount: 500, interval: 'month' },
] as const

/** Adds the products and prices to a new world. */
export const stockPrices = (world: World): void => {
  const created = world.now()
  for (const { id, product, name, amount, interval } of SOLD) {
    world.tables.products.set(product, {
      id: product,
      object: 'product',
      active: true,
      created,
      default_price: null,
      description: null,
      images: [],
      livemode: false,
      marketing_features: [],
      metadata: {},
      name,
      package_dimensions: null,
      shippable: null,
      tax_code: null,
      tax_details: null,
      type: 'service',
      updated: created,
      url: null,
    })
    world.tables.prices.set(id, {
      id,
      object: 'price',
      active: true,
      billing_scheme: 'per_unit',
      created,
      currency: 'usd',
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product,
      recurring: { interval, interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
      tax_behavior: 'unspecified',
      tiers_mode: null,
      transform_quantity: null,
      type: 'recurring',
      unit_amount: amount,
      unit_amount_decimal: decimal(amount),
    })
  }
}

/** Converts an amount to the SDK's decimal type, which is a string in the API. */
export const decimal = (amount: number): NonNullable<Stripe.Price['unit_amount_decimal']> =>
  String(amount) as unknown as NonNullable<Stripe.Price['unit_amount_decimal']>

/** Returns the name of a price's product. */
export const nameOf = (world: World, price: Stripe.Price): string => world.tables.products.get(idOf(price.product))?.name ?? ''

export const priceCalls = [
  endpoint(
    'GET',
    '/v1/prices',
    takes<Stripe.PriceListParams>()({ ...pages, active: flag.optional(), product: text.optional(), created: range.optional() }),
    (world, { active, product, created, ...page }) =>
      listOf(
        '/v1/prices',
        [...world.tables.prices.values()].filter(
          (price) =>
            (active === undefined || price.active === active) &&
            (product === undefined || price.product === product) &&
            isWithin(price.created, created),
        ),
        page,
      ),
  ),
  endpoint('GET', '/v1/prices/:id', takes<Stripe.PriceRetrieveParams>()({}), (world, _, id = '') =>
    found(world.tables.prices, 'price', id),
  ),
  endpoint('GET', '/v1/products/:id', takes<Stripe.ProductRetrieveParams>()({}), (world, _, id = '') =>
    found(world.tables.products, 'product', id),
  ),
]
