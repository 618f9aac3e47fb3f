import type { OutsideSite } from '#shared/endpoint.ts'

/**
 * The services outside of this machine, as main.ts hands them to the calls and the jobs; one that is not set up is not
 * there. Nothing uses one yet. The issue that first does adds it here as the small type it needs: mail, payments, Google,
 * AI. What is known of some already is their origin (scheme, host and port), to which a call may send people.
 */
export type Services = { readonly [Name in OutsideSite]?: { origin: string } }
