import * as z from 'zod/mini'
import { EmailAddress, PhoneNumber } from '#shared/accounts/contract.ts'
import { contract, names } from '#shared/endpoint.ts'
import { PER_HOUR, PER_MINUTE } from '#shared/limits.ts'
import { text } from '#shared/text.ts'

/** A school's office, to which substitute plans and reports are mailed. */
export const Office = z
  .object({
    officeEmail: z.nullable(z.string()),
    officePhone: z.nullable(z.string()),
    /** True once a person at this email has opened the link that we sent there. */
    isOfficeConfirmed: z.boolean(),
  })
  .register(names, { id: 'SchoolOffice' })
export type Office = z.output<typeof Office>

const Done = z.object({ success: z.literal(true) })

export const schoolOffice = contract({
  setOffice: {
    method: 'PATCH',
    path: '/api/admin/school-office',
    access: 'schoolAdministrator',
    summary: 'Set the email and phone number of the school’s office.',
    description:
      'Omitted fields keep their values, and an empty one is removed. A new email gets a link that confirms it. Until then, only a few substitute plans a day are mailed there.',
    body: z.strictObject({
      officeEmail: z.optional(z.union([z.literal(''), EmailAddress])),
      officePhone: z.optional(PhoneNumber),
    }),
    reply: Office,
    refuses: ['too_many'],
    needsProof: true,
  },
  remindOffice: {
    method: 'POST',
    path: '/api/admin/school-office/confirm-address',
    access: 'schoolAdministrator',
    summary: 'Email the school’s office the link for confirming its address again.',
    description: 'Refuses if there is no address or if it is already confirmed. Each address receives a limited number of emails per day.',
    reply: Done,
    refuses: ['refused_by_rule', 'not_configured', 'too_many'],
    perHour: PER_HOUR.confirmationMails,
    protects: 'mail',
  },
  confirmOffice: {
    method: 'POST',
    path: '/api/mail/confirm-office',
    access: 'public',
    summary: 'Confirm the email of a school’s office with the emailed link’s token.',
    description: 'The token proves that the email arrived. It stops working when the school’s administrators change the address.',
    body: z.object({ token: text(1000) }),
    reply: Done,
    refuses: ['not_found'],
    perMinute: PER_MINUTE.confirmations,
    protects: 'secrets',
  },
})
