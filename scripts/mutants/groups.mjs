/**
 * What `npm run mutants` changes, by group: the files with the rules, and the tests that have to notice. Each promise of docs/security.md
 * that names one of these subjects rests on its group.
 *
 * @type {Record<string, { mutate: string[], tests: string[] }>}
 */
export const groups = {
  moves: { mutate: ['src/shared/moves/*/rules.ts'], tests: ['src/shared/moves/**/*.test.ts'] },
  policies: {
    mutate: [
      'src/server/features/calendar/policy.ts',
      'src/server/features/people/policy.ts',
      'src/server/features/billing/policy.ts',
      'src/server/features/writing/policy.ts',
      'src/server/features/sub-links/policy.ts',
      'src/server/features/sub-reports/policy.ts',
      'src/server/features/feeds/policy.ts',
      'src/server/features/schools/office/policy.ts',
      'src/server/features/mail/unsubscribe/policy.ts',
      'src/server/features/accounts/providers/policy.ts',
      'src/server/features/sign-in/guessing/policy.ts',
    ],
    tests: [
      'test/authorisation*.test.ts',
      'src/server/features/{accounts,billing,collaboration,feeds,people,schools,sign-in,sub-links,sub-reports,writing}/**/*.test.ts',
      'src/server/features/mail/unsubscribe/*.test.ts',
    ],
  },
  quotas: {
    mutate: ['src/server/features/calendar/quota/actions.ts'],
    tests: ['test/quotas.test.ts', 'src/server/features/accounts/guests/*.test.ts'],
  },
  allowance: {
    mutate: ['src/server/features/writing/{actions,queries}.ts'],
    tests: ['src/server/features/writing/**/*.test.ts'],
  },
  credits: {
    mutate: ['src/server/features/billing/referral/actions.ts'],
    tests: ['src/server/features/billing/**/*.test.ts', 'test/billing.test.ts'],
  },
  invitations: {
    mutate: ['src/server/features/collaboration/{actions,queries}.ts', 'src/server/features/schools/invitations/{actions,queries}.ts'],
    tests: ['src/server/features/{collaboration,schools}/**/*.test.ts', 'test/authorisation-of-*.test.ts'],
  },
  links: {
    mutate: [
      'src/server/features/sub-links/{actions,queries,page/policy}.ts',
      'src/server/features/feeds/{actions,queries}.ts',
      'src/server/features/export/links/{actions,queries}.ts',
    ],
    tests: ['src/server/features/{sub-links,feeds,export/links}/actions.test.ts', 'src/server/features/sub-links/page/policy.test.ts'],
  },
  outbox: {
    mutate: ['src/web/features/calendar/days/outbox/*.ts', '!src/web/features/calendar/days/outbox/*.test.ts'],
    tests: ['src/web/features/calendar/days/**/*.test.ts', 'test/{days,devices}*.test.ts'],
  },
}
