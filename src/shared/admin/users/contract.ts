import * as z from 'zod/mini'
import { Done, SubscriptionStatus } from '#shared/accounts/contract.ts'
import { PaidItem } from '#shared/billing/contract.ts'
import { contract, names } from '#shared/endpoint.ts'
import { MAX, PER_MINUTE } from '#shared/limits.ts'
import { Day, requiredText, text } from '#shared/text.ts'

/** Users per page in the dashboard. */
export const PAGE_SIZE = 20
/** Maximum number of search results, most recently created users first. */
export const FOUND_AT_MOST = 50

/** A user in the list. Guests are omitted, because they have no email. */
export const ListedUser = z
  .object({
    id: z.string(),
    email: z.string(),
    displayName: z.nullable(z.string()),
    subscriptionStatus: SubscriptionStatus,
    freeTrialStarted: z.string(),
    /** How often the user pays for Pro Teacher. Null without a paid subscription. */
    planInterval: z.nullable(z.enum(['month', 'year'])),
    /** When the plan ends, if known. */
    planEndsAt: z.nullable(z.string()),
    createdAt: z.string(),
    /** When the user last used a signed-in device. Null if they are signed out everywhere. */
    lastSeenAt: z.nullable(z.string()),
    schoolName: z.nullable(z.string()),
    referralCredits: z.number(),
    /** AI tokens used this month, in the user's time zone. */
    monthlyTokenUsage: z.number(),
    /** AI tokens that the user may use this month with the add-on. */
    tokensAllowance: z.number(),
    aiFeatureFlag: z.boolean(),
    isAdmin: z.boolean(),
  })
  .register(names, { id: 'ListedUser' })
export type ListedUser = z.output<typeof ListedUser>

/** Everything that a platform admin can see about a user. Contains no user input except the name. */
export const Person = z
  .object({
    ...ListedUser.shape,
    /** Whether the user has confirmed their email. */
    isAddressConfirmed: z.boolean(),
    hasPassword: z.boolean(),
    hasGoogle: z.boolean(),
    /** True if the user can sign in with the OpenID provider that the operator configured. */
    hasOidc: z.boolean(),
    items: z.array(PaidItem),
    /** The last days of the granted plan and add-on. */
    grantedUntil: z.nullable(z.string()),
    aiGrantedUntil: z.nullable(z.string()),
    /** Usable credits, with their value in cents and their last day. Soonest to expire first. */
    credits: z.array(z.object({ amount: z.number(), expiresOn: z.string() })),
    school: z.nullable(
      z.object({ id: z.string(), name: z.string(), isAdministrator: z.boolean(), teachers: z.number(), administrators: z.number() }),
    ),
    /** Signed-in devices, most recently used first. */
    devices: z.array(
      z.object({
        id: z.string(),
        userAgent: z.nullable(z.string()),
        createdAt: z.string(),
        lastSeenAt: z.string(),
        isCurrent: z.boolean(),
      }),
    ),
  })
  .register(names, { id: 'Person' })
export type Person = z.output<typeof Person>

/** Orders of the list: by when users signed up, or by when they last used a signed-in device. */
export const USER_ORDERS = ['newest', 'active'] as const
export type UserOrder = (typeof USER_ORDERS)[number]

/** Parses a positive integer path parameter. */
const positive = (max: number, message: string) =>
  z
    .pipe(z.string().check(z.regex(/^[1-9]\d{0,9}$/, message)), z.transform(Number))
    .check(z.refine((number) => number <= max, { message, params: { refusal: 'malformed' } }))

const OfPerson = z.object({ userId: z.uuid() })

export const adminUsers = contract({
  listUsers: {
    method: 'GET',
    path: '/api/admin/users/:page/:pageSize',
    access: 'platformAdministrator',
    summary: 'List a page of users, with the total number.',
    description: `Returns up to ${MAX.pageSize} users per page, newest first or most recently active first. Guests are left out.`,
    params: z.object({
      page: positive(MAX.page, 'Page numbers start at 1'),
      pageSize: positive(MAX.pageSize, `Ask for 1 to ${MAX.pageSize} people a page`),
    }),
    query: z.object({ status: z.optional(SubscriptionStatus), order: z.optional(z.enum(USER_ORDERS)) }),
    reply: z.object({ users: z.array(ListedUser), total: z.number() }),
  },
  searchUsers: {
    method: 'GET',
    path: '/api/admin/search',
    access: 'platformAdministrator',
    summary: 'Search users by part of their email or name.',
    description: `Returns the newest ${FOUND_AT_MOST}. Searches are logged, at most once every ten minutes.`,
    query: z.object({ q: requiredText(MAX.userSearch, 'Enter a search term.') }),
    reply: z.array(ListedUser),
    refuses: ['refused_by_rule', 'too_large', 'cannot_write'],
    perMinute: PER_MINUTE.userSearches,
  },
  person: {
    method: 'GET',
    path: '/api/admin/users/:userId',
    access: 'platformAdministrator',
    summary: 'Get a user’s plan, credits, school, and devices.',
    description: 'Returns nothing they wrote except their name.',
    params: OfPerson,
    reply: Person,
  },
  setAdmin: {
    method: 'PATCH',
    path: '/api/admin/users/:userId/admin',
    access: 'platformAdministrator',
    summary: 'Make a user a platform admin, or remove the role.',
    description: 'Refused for the last admin, because at least one always remains.',
    params: OfPerson,
    body: z.object({ isAdmin: z.boolean() }),
    reply: Done,
    refuses: ['last_administrator'],
    needsProof: true,
  },
  grantPlan: {
    method: 'PATCH',
    path: '/api/admin/users/:userId/plan',
    access: 'platformAdministrator',
    summary: 'Grant a user Pro Teacher or the AI add-on.',
    description:
      'Pro Teacher lasts through `until`, and the add-on through `aiUntil`. Null revokes the grant, and an omitted one doesn’t change.',
    params: OfPerson,
    body: z
      .object({ until: z.optional(z.nullable(Day)), aiUntil: z.optional(z.nullable(Day)) })
      .check(z.refine(({ until, aiUntil }) => until !== undefined || aiUntil !== undefined, 'Choose what to grant.')),
    reply: Done,
    needsProof: true,
  },
  addCredit: {
    method: 'POST',
    path: '/api/admin/users/:userId/credits',
    access: 'platformAdministrator',
    summary: 'Give a user a free month, like a referral credit.',
    description: 'Refused if the user already has twelve.',
    params: OfPerson,
    reply: Done,
    // `refused_by_rule` if the user already has twelve credits.
    refuses: ['refused_by_rule'],
    needsProof: true,
  },
  sendPersonLink: {
    method: 'POST',
    path: '/api/admin/users/:userId/password-link',
    access: 'platformAdministrator',
    summary: 'Email a user a password-reset link.',
    description: 'Users who sign in only with a provider get an email that says so instead.',
    params: OfPerson,
    reply: Done,
    refuses: ['not_configured'],
    needsProof: true,
  },
  endPersonSession: {
    method: 'DELETE',
    path: '/api/admin/users/:userId/sessions/:sessionId',
    access: 'platformAdministrator',
    summary: 'Sign a user out on one device.',
    description: 'The session’s token stops working.',
    params: z.object({ userId: z.uuid(), sessionId: z.uuid() }),
    reply: Done,
    needsProof: true,
  },
  endPersonSessions: {
    method: 'DELETE',
    path: '/api/admin/users/:userId/sessions',
    access: 'platformAdministrator',
    summary: 'Sign a user out on all devices.',
    description: 'Admins who call this for themselves stay signed in on the current one.',
    params: OfPerson,
    reply: Done,
    needsProof: true,
  },
  deletePerson: {
    method: 'POST',
    path: '/api/admin/users/:userId/delete',
    access: 'platformAdministrator',
    summary: 'Permanently delete a user and everything they have.',
    description: 'Send the user’s email to confirm. Refused for the last admin.',
    params: OfPerson,
    // Not validated as an email address, because an address from Google might fail our validation.
    body: z.object({ email: text(254).check(z.trim(), z.toLowerCase()) }),
    reply: Done,
    refuses: ['last_administrator'],
    needsProof: true,
  },
})
