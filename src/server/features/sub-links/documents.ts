/** The substitute's page, made for a phone, and the page of a link that isn't open. */

import type { SubPlan } from '#server/features/sub-plans/actions.ts'
import { html } from '#server/lib/html/markup.ts'
import type { SubLinkParts } from '#shared/sub-links/contract.ts'

export type SubPage = {
  plan: SubPlan
  link: {
    id: string
    token: string
    /** Sends and corrects reports until two days after the link's end, and opens nothing. */
    reportToken: string
    endsAt: Date
    parts: SubLinkParts
    /** True if the plan changed after the link was made or last changed. */
    isChanged: boolean
  }
}

/** Returns the page of an open link. */
export const subPageDocument = ({ plan }: SubPage): string =>
  html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Substitute plan, ${plan.teacher}</title></head><body><h1>${plan.teacher}</h1></body></html>
`.text

/** Returns the page of every link that isn't open: one that ended, was turned off, or never existed. */
export const goneDocument = (): string =>
  html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>This plan is no longer open</title></head><body><h1>This plan is no longer open</h1></body></html>
`.text
