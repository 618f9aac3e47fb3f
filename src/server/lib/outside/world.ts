import type { OutsideSite } from '#shared/endpoint.ts'
import type { Payments } from './payments.ts'

/**
 * The services outside of this machine, as main.ts hands them to the calls and the jobs; one that is not set up is not
 * there. What is known of some already is their origin (scheme, host and port), to which a call may send people; the issue
 * that first uses one adds it here as the small type it needs: mail, Google, AI.
 */
export type Services = { readonly [Name in Exclude<OutsideSite, 'payments'>]?: { origin: string } } & { readonly payments?: Payments }
