/** Every code with which the API may refuse a request, with its HTTP status and a default message. Define codes only here. */
export const refusals = {
  malformed: { status: 400, message: 'The request could not be read.' },
  not_signed_in: { status: 401, message: 'Please sign in.' },
  wrong_credentials: { status: 401, message: 'Invalid credentials' },
  subscription_needed: { status: 402, message: 'Your trial or plan has ended. Subscribe to make changes.' },
  not_allowed: { status: 403, message: 'You are not allowed to do this.' },
  sign_up_needed: { status: 403, message: 'Sign up to do this. All that you planned as a guest stays.' },
  sign_up_closed: { status: 403, message: 'New accounts are closed here.' },
  proof_needed: { status: 403, message: 'Please confirm that it is you.' },
  address_unconfirmed: { status: 403, message: 'Confirm your e-mail address first: open the link in the mail from us.' },
  not_found: { status: 404, message: 'There is nothing here.' },
  stale: { status: 409, message: 'This day was changed somewhere else in the meantime.' },
  last_administrator: { status: 409, message: 'At least one administrator must remain' },
  taken: { status: 409, message: 'This is already taken.' },
  too_large: { status: 413, message: 'That is too large to be sent.' },
  unsupported_type: { status: 415, message: 'Send JSON.' },
  refused_by_rule: { status: 422, message: 'This is not possible.' },
  wrong_password: { status: 422, message: 'The current password is not right.' },
  ai_used_up: {
    status: 422,
    message: "You're out of monthly AI credits. Add more credits in your account settings.",
  },
  too_many: { status: 429, message: 'Too many tries. Wait a moment and try again.' },
  cannot_write: {
    status: 507,
    message: 'Nothing can be saved at the moment. Your lessons can still be read, and what you typed is kept on this device.',
  },
  broken: { status: 500, message: 'Something went wrong on our side.' },
  not_configured: {
    status: 503,
    message: 'This is not set up here.',
  },
  in_maintenance: { status: 503, message: 'Firstbell is being worked on, and nothing is saved meanwhile.' },
  unavailable: { status: 503, message: 'Firstbell cannot reach its database. Try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>

/** The `code` of an error reply. */
export type Refusal = keyof typeof refusals
