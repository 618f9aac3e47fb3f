/**
 * Import rules (docs/architecture.md). For each rule, scripts/check-fences.mjs adds a deliberate violation and checks that the rule reports
 * it. A rule without such a violation fails that check.
 *
 * 1. Type imports count like any other.
 * 2. Rules match any feature (`$1`), so they also cover features added later.
 */
/** @param {string} name @param {string} comment @param {object} from @param {object} to */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const ENTRIES =
  '^src/(server/(main|seed|commands/(admin|backup|doctor|healthy|keys|move|restore))\\.ts|server/lib/(db/embedded/pglite-worker|pdf/plan-pdf-worker|backup/backup-worker|reading/reading-worker|word/word-worker)\\.ts|web/(main|static-pages)\\.tsx|web/sub-page/(main|worker)\\.ts|web/shell/app-worker\\.ts)$'
/** Files that the built server doesn't contain: tests, what they share, and the data map. */
const TESTS = '(\\.test\\.tsx?|/(samples|data-map)\\.ts)$'
const SERVER_PACKAGES =
  'node_modules/(fastify|@fastify|fastify-type-provider-zod|drizzle-orm|pg|@electric-sql|@node-rs|croner|sanitize-html|yazl|image-size|drizzle-kit)/'
const WEB_PACKAGES = 'node_modules/(react|react-dom|@tanstack|@tiptap|radix-ui|wouter|lucide-react|dompurify|clsx|@fontsource-variable)/'

module.exports = {
  forbidden: [
    // Boundaries between the three root folders.
    rule('web-never-server', 'Web code must not import server code.', { path: '^src/web' }, { path: '^src/server' }),
    rule('server-never-web', 'Server code must not import web code.', { path: '^src/server' }, { path: '^src/web' }),
    rule('shared-stands-alone', 'Shared code must not import server or web code.', { path: '^src/shared' }, { path: '^src/(server|web)' }),
    rule(
      'shared-packages',
      'Shared code may import only zod, markdown-it and uqr.',
      { path: '^src/shared', pathNot: TESTS },
      { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: 'node_modules/(zod|markdown-it|uqr)/' },
    ),
    rule('web-never-node', "The browser doesn't have Node's modules.", { path: '^src/web', pathNot: TESTS }, { dependencyTypes: ['core'] }),
    rule('web-never-server-packages', 'Web code must not import server packages.', { path: '^src/web' }, { path: SERVER_PACKAGES }),
    rule('server-never-web-packages', 'Server code must not import web packages.', { path: '^src/server' }, { path: WEB_PACKAGES }),
    rule(
      'no-dev-packages',
      'Packages that the server imports belong in dependencies. Web packages are bundled.',
      { path: '^src/(server|shared)', pathNot: TESTS },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    ),
    rule('nothing-unresolved', 'Imports must resolve.', {}, { couldNotResolve: true }),

    // Layers: each layer may use only the layers below it.
    rule(
      'lib-never-features',
      'Infrastructure must not depend on features.',
      { path: '^src/(server|web)/lib', pathNot: TESTS },
      { path: '/features/' },
    ),
    rule(
      'nothing-imports-the-top',
      'Nothing imports the entry points.',
      { path: '^src/server/(lib|features)', pathNot: TESTS },
      { path: '^src/server/((main|app|letters|seed[\\w-]*)\\.ts$|commands/)' },
    ),
    rule(
      'web-starts-at-the-top',
      'Imports go from main to router to pages, never back.',
      { path: '^src/web/(shell|features|ui|lib)', pathNot: TESTS },
      { path: '^src/web/(main|router|static-pages)\\.tsx$' },
    ),
    rule(
      'ui-never-features',
      'UI components must not depend on features.',
      { path: '^src/web/ui', pathNot: TESTS },
      { path: '^src/(web/(features|shell)|shared)/' },
    ),
    rule(
      'features-never-shell',
      'Features must not import the shell. The router wraps pages in it.',
      { path: '^src/web/features', pathNot: TESTS },
      { path: '^src/web/shell/' },
    ),
    rule(
      'web-lib-is-the-bottom',
      'The web lib must not import UI.',
      { path: '^src/web/lib', pathNot: TESTS },
      { path: '^src/web/(shell|ui)/' },
    ),
    rule(
      'sub-page-stands-alone',
      "The substitute's page must not import the app, or any package.",
      { path: '^src/web/sub-page/', pathNot: TESTS },
      { path: ['^src/web/(?!sub-page/)', 'node_modules/'], dependencyTypesNot: ['type-only'] },
    ),

    // Features.
    rule(
      'routes-are-a-dead-end',
      'Only app.ts mounts routes.',
      { path: '^src/server', pathNot: '^src/server/app\\.ts$' },
      { path: '/routes\\.ts$' },
    ),
    rule(
      'feature-front-door',
      'Other features may import only queries, policy, actions and tables.',
      { path: '^src/server/features/([^/]+)/', pathNot: TESTS },
      { path: '^src/server/features/(?!$1/)', pathNot: '/(queries|policy|actions|tables)\\.ts$' },
    ),
    rule(
      'mail-knows-no-letters',
      'Mail queues and sends letters. The features write them (src/server/letters.ts).',
      { path: '^src/server/features/mail/', pathNot: TESTS },
      { path: '^src/server/features/(?!mail/|people/)' },
    ),
    rule(
      'sql-lives-in-queries',
      'Only queries, tables and lib may import Drizzle.',
      { path: '^src/server', pathNot: ['/(queries|tables)\\.ts$', '^src/server/lib/', TESTS] },
      { path: 'node_modules/drizzle-orm/' },
    ),
    rule(
      'drivers-live-in-lib-db',
      'Only lib/db may import database drivers.',
      { path: '^src', pathNot: ['^src/server/lib/db/', TESTS] },
      { path: 'node_modules/(pg|@electric-sql)/' },
    ),
    rule(
      'queries-decide-nothing',
      'Queries must not import errors, requests or policies.',
      { path: '/features/.*/(queries|tables)\\.ts$' },
      { path: ['/(policy|actions|routes|jobs|live|mails)\\.ts$', '^src/server/lib/http/', '^src/shared/errors\\.ts$'] },
    ),
    rule(
      'policy-is-pure',
      'Policies must not query the database.',
      { path: '/features/.*/policy\\.ts$' },
      { path: ['/(queries|actions|routes|jobs|live|mails)\\.ts$', '^src/server/lib/db/'] },
    ),
    rule(
      'only-routes-see-requests',
      'Requests and replies stay in routes and lib/http.',
      { path: '^src/server/features', pathNot: ['/(routes|live)\\.ts$', TESTS] },
      { path: 'node_modules/(fastify|@fastify)/' },
    ),
    rule(
      'one-door-to-the-database',
      'Only main and the commands open a database. All other code receives one.',
      { path: '^src/', pathNot: ['^src/server/main\\.ts$', '^src/server/commands/', '^src/server/lib/db/', '\\.test\\.ts$'] },
      { path: '^src/server/lib/db/open\\.ts$' },
    ),
    rule(
      'no-tests-in-the-product',
      'Production code must not import tests or samples.',
      { path: '^src', pathNot: [TESTS, '^src/server/seed[a-z-]*\\.ts$'] },
      { path: ['^test/', TESTS] },
    ),

    // Structure.
    rule('no-circles', 'No circular imports.', {}, { circular: true }),
    {
      name: 'no-feature-circles',
      comment: 'No circular imports between features.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/(server|web)/features/[^/]+$' },
      to: { circular: true },
    },
    {
      name: 'no-room-circles',
      comment: 'No circular imports between folders of a feature.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/web/features/[^/]+/[^/]+$' },
      to: { circular: true },
    },
    rule(
      'calendar-model-is-pure',
      'The calendar model must not depend on the cache or the UI.',
      { path: '^src/web/features/calendar/model/', pathNot: TESTS },
      { path: ['^src/web/features/calendar/(?!model/)', '^src/web/(lib|ui|shell)/'] },
    ),
    rule(
      'days-know-no-screen',
      'Code that reads and writes days must not import folders that render them.',
      { path: '^src/web/features/calendar/days/', pathNot: TESTS },
      { path: '^src/web/features/calendar/(?!days/|model/)' },
    ),
    rule(
      'shared-is-used-by-server',
      'Shared but unused by the server: move it to the web.',
      // The seed and the threads are separate entry points.
      { path: '^src/server/(?:main|seed|lib/[a-z/]+-worker)\\.ts$' },
      { path: '^src/shared/', pathNot: TESTS, reachable: false },
    ),
    rule(
      'shared-is-used-by-web',
      'Shared but unused by the web: move it to the server.',
      { path: '^src/web/(main\\.tsx|sub-page/main\\.ts)$' },
      { path: '^src/shared/', pathNot: TESTS, reachable: false },
    ),
    rule(
      'nothing-unused',
      'No entry point imports this file.',
      { path: ENTRIES },
      { path: '^src/', pathNot: [ENTRIES, TESTS], reachable: false },
    ),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    // Includes type imports. dependency-cruiser needs @swc/core to parse TypeScript, because TypeScript 7 has no compiler
    // API. Without a parser it finds no modules at all.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
}
