/** The screens for each state of a trial, a plan, and the add-on. */
import { inAccount } from './steps.mjs'

/** @typedef {import('../screens.mjs').Screen} Screen */
/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page */
const gate = (page) => page.getByRole('dialog', { name: /Subscription Required/ }).waitFor()
/** Returns a step that clicks a button on the gate. @param {string} name */
const onGate = (name) => async (/** @type {Page} */ page) => {
  await gate(page)
  await page.getByRole('button', { name }).click()
}

/** @type {Screen[]} */
export const BILLING_SCREENS = [
  { name: 'billing-trial', reach: inAccount('Billing') },
  { name: 'billing-paid', as: 'subscriber', reach: inAccount('Billing') },
  { name: 'billing-past-due', as: 'pastDue', reach: inAccount('Billing') },
  { name: 'billing-canceling', as: 'canceling', reach: inAccount('Billing') },
  { name: 'billing-add-on', as: 'addOn', reach: inAccount('Billing') },
  { name: 'billing-ai-usage', as: 'subscriber', reach: inAccount('AI Usage') },
  { name: 'billing-referral', as: 'subscriber', reach: inAccount('Referral') },
  { name: 'week-past-due', as: 'pastDue' },
  { name: 'checkout', path: '/checkout?plan=pro&type=yearly' },
  { name: 'checkout-add-on', as: 'canceling', path: '/checkout?plan=ai_addon' },
  { name: 'checkout-bought', as: 'subscriber', path: '/checkout?plan=pro&type=yearly' },
  { name: 'gate', as: 'trialEnded', reach: gate },
  { name: 'gate-plan-ended', as: 'planEnded', reach: gate },
  { name: 'gate-reading', as: 'planEnded', reach: onGate('View my lessons') },
  { name: 'gate-export', as: 'planEnded', reach: onGate('Export my data') },
  { name: 'gate-delete', as: 'planEnded', reach: onGate('Delete my account') },
]
