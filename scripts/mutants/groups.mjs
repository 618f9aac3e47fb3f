/**
 * What `npm run mutants` changes, by group: the files with the rules, and the tests that have to notice. Each promise of docs/security.md
 * that names one of these subjects rests on its group. `timeoutMS` is how much longer than usual the tests can take before a mutant counts as
 * one that hangs.
 *
 * @type {Record<string, { mutate: string[], tests: string[], timeoutMS?: number }>}
 */
export const groups = {
  moves: { mutate: ['src/shared/moves/*/rules.ts'], tests: ['src/shared/moves/**/*.test.ts'] },
  policies: {
    // The policies of imports and of a school's timetables decide about lessons and records, not about rights. That of a page is in `links`.
    mutate: [
      'src/server/features/**/policy.ts',
      '!src/server/features/{imports,sub-links/page,timetables}/**',
      'src/shared/billing/rules.ts',
    ],
    tests: ['src/server/features/**/policy.test.ts', 'src/shared/billing/rules.test.ts'],
  },
  quotas: {
    mutate: ['src/server/features/calendar/quota/actions.ts'],
    tests: ['src/server/features/calendar/quota/*.test.ts'],
  },
  allowance: {
    mutate: ['src/server/features/writing/{actions,queries}.ts', 'src/server/features/writing/tokens/actions.ts'],
    tests: ['src/server/features/writing/{,tokens/}actions.test.ts'],
  },
  credits: {
    mutate: ['src/server/features/billing/referral/{actions,jobs,queries}.ts'],
    tests: ['src/server/features/billing/referral/*.test.ts'],
  },
  invitations: {
    mutate: ['src/server/features/collaboration/{actions,queries}.ts', 'src/server/features/schools/invitations/{actions,queries}.ts'],
    tests: ['src/server/features/{collaboration,schools/invitations}/actions.test.ts'],
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
    tests: ['src/web/features/calendar/days/outbox/*.test.ts'],
    timeoutMS: 30_000,
  },
}
