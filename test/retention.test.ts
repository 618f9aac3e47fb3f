/** The Privacy Policy and Student Privacy must state the same retention periods as the jobs that delete data. */
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RETENTION } from '#shared/retention.ts'
import { PrivacyPage } from '#web/features/legal/privacy-page.tsx'
import { StudentPrivacyPage } from '#web/features/legal/student-privacy-page.tsx'

const textOf = (Page: () => ReactNode): string =>
  renderToStaticMarkup(createElement(Page))
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
const policy = textOf(PrivacyPage)
const students = textOf(StudentPrivacyPage)
const {
  guestDays,
  historyDays,
  deletedTemplateDays,
  subLinkDays,
  subReportDays,
  draftDays,
  sessionIdleDays,
  sessionDays,
  deviceDays,
  auditMonths,
  idempotencyHours,
  pastTrialMonths,
  pastCouponMonths,
  scheduledBackupDays,
  manualBackupDays,
} = RETENTION

test.each([
  `email, or password. We keep it for ${guestDays} days`,
  `for ${historyDays} days, earlier versions of each day you change and any template you delete`,
  `We delete a link ${subLinkDays} days after it ends`,
  `We delete it after ${subReportDays} days unless you keep it`,
  `Drafts older than ${draftDays} days are removed`,
  `ends ${sessionIdleDays} days after you last use it, or after ${sessionDays} days at most (${guestDays} days for guests)`,
  `It lasts ${deviceDays} days and keeps someone who guesses`,
  `we delete them after ${auditMonths} months`,
  `for ${idempotencyHours} hours, an encrypted copy of what Firstbell answered`,
  `we remember for ${pastTrialMonths} months that your email has had a trial`,
  `keeps it for up to ${scheduledBackupDays} days. So what you delete stays in backups for up to ${scheduledBackupDays} more days (up to ${manualBackupDays} in one`,
])('the Privacy Policy says: %s', (promise) => expect(policy).toContain(promise))

test.each([
  `Earlier versions of days and classes, and deleted templates, stay for ${historyDays} more days`,
  `reports: ${subReportDays} days, unless the teacher keeps them`,
  `messages: ${subLinkDays} days after they end`,
  `fails: ${idempotencyHours} hours, encrypted`,
  `Backups: up to ${scheduledBackupDays} days, or up to ${manualBackupDays} days if made by hand`,
  `Earlier versions are gone after ${historyDays} days, and backups after ${scheduledBackupDays} more (${manualBackupDays} if made by hand)`,
  `for ${auditMonths} months`,
])('Student Privacy says: %s', (promise) => expect(students).toContain(promise))

test('times that the Privacy Policy puts in words, or gives once for two kinds of data', () => {
  expect([deletedTemplateDays, pastCouponMonths]).toEqual([historyDays, pastTrialMonths])
  expect(policy).toContain('accepted it. We keep this for 12 months')
  expect(RETENTION.mailDays).toBe(366)
  expect(policy).toContain('until it expires: after an hour, or after seven days for a new account')
  expect([RETENTION.passwordLinkHours, RETENTION.firstPasswordLinkDays]).toEqual([1, 7])
})
