/** The letter for each kind of email. */
import { confirmAddress, welcome } from '#server/features/accounts/mails.ts'
import { campaign } from '#server/features/admin/campaigns/mails.ts'
import { roleChanged } from '#server/features/admin/users/mails.ts'
import { noProvedBackup } from '#server/features/backups/mails.ts'
import { paymentFailed, renewal, trialEnded, trialEnding } from '#server/features/billing/mails.ts'
import { invited } from '#server/features/collaboration/mails.ts'
import { schoolInvited } from '#server/features/schools/invitations/mails.ts'
import { schoolAdministratorAdded } from '#server/features/schools/mails.ts'
import { officeAddress } from '#server/features/schools/office/mails.ts'
import { newDevice } from '#server/features/sign-in/mails.ts'
import { planToOffice, planToTypedOffice } from '#server/features/sub-links/sending/mails.ts'
import { reportArrived, reportToOffice, reportToTypedOffice } from '#server/features/sub-reports/mails.ts'
import type { Letters } from '#server/lib/mail/letter.ts'

export const LETTERS: Letters = {
  welcome,
  'confirm-address': confirmAddress,
  'new-device': newDevice,
  'trial-ending': trialEnding,
  'trial-ended': trialEnded,
  renewal,
  'payment-failed': paymentFailed,
  invited,
  'school-invited': schoolInvited,
  'school-administrator': schoolAdministratorAdded,
  'role-changed': roleChanged,
  'no-proved-backup': noProvedBackup,
  'office-address': officeAddress,
  'plan-to-office': planToOffice,
  'plan-to-typed-office': planToTypedOffice,
  'report-to-office': reportToOffice,
  'report-to-typed-office': reportToTypedOffice,
  'report-arrived': reportArrived,
  campaign,
}
