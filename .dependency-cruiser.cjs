/**
 * Import rules (docs/architecture.md). For each rule, scripts/check-fences.mjs plants a breach and checks that the rule
 * reports it. A rule without a planted breach fails that check.
 *
 * 1. Type imports count like any other.
 * 2. Rules match any feature (`$1`), so they also cover features added later.
 */
/** @param {string} name @param {string} comment @param {object} from @param {object} to */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const ENTRIES =
  '^src/(server/(main|seed|commands/(admin|backup|restore|move))\\.ts|server/lib/(db/pglite-worker|backup/backup-worker)\\.ts|web/(main|static-pages)\\.tsx)$'
const TESTS = '(\\.test\\.tsx?|/samples\\.ts)$'
const SERVER_PACKAGES =
  'node_modules/(fastify|@fastify|fastify-type-provider-zod|drizzle-orm|pg|@electric-sql|@node-rs|croner|sanitize-html|yazl|image-size|drizzle-kit)/'
const WEB_PACKAGES = 'node_modules/(react|react-dom|@tanstack|@tiptap|radix-ui|wouter|lucide-react|dompurify|clsx|@fontsource-variable)/'

module.exports = {
  forbidden: [
    // The three root folders.
    rule('web-never-server', 'The browser must not see server code.', { path: '^src/web' }, { path: '^src/server' }),
    rule('server-never-web', 'The server must not see the browser.', { path: '^src/server' }, { path: '^src/web' }),
    rule('shared-stands-alone', 'Shared knows neither side.', { path: '^src/shared' }, { path: '^src/(server|web)' }),
    rule(
      'shared-packages',
      'Shared may use zod and markdown-it, and nothing else.',
      { path: '^src/shared', pathNot: TESTS },
      { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: 'node_modules/(zod|markdown-it)/' },
    ),
    rule('web-never-node', 'There is no Node in a browser.', { path: '^src/web', pathNot: TESTS }, { dependencyTypes: ['core'] }),
    rule('web-never-server-packages', 'Packages of the server stay there.', { path: '^src/web' }, { path: SERVER_PACKAGES }),
    rule('server-never-web-packages', 'Packages of the web stay there.', { path: '^src/server' }, { path: WEB_PACKAGES }),
    rule(
      'no-dev-packages',
      'What runs on the server is in dependencies. What the web is made of is built into it.',
      { path: '^src/(server|shared)', pathNot: TESTS },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    ),
    rule('nothing-unresolved', 'An import must lead somewhere.', {}, { couldNotResolve: true }),

    // Layers: each layer may use only the layers below it.
    rule(
      'lib-never-features',
      'Infrastructure knows no feature.',
      { path: '^src/(server|web)/lib', pathNot: TESTS },
      { path: '/features/' },
    ),
    rule(
      'nothing-imports-the-top',
      'What starts the server is started by nobody else.',
      { path: '^src/server/(lib|features)', pathNot: TESTS },
      { path: '^src/server/((main|app|seed[\\w-]*)\\.ts$|commands/)' },
    ),
    rule(
      'web-starts-at-the-top',
      'main, then router, then pages.',
      { path: '^src/web/(shell|features|ui|lib)', pathNot: TESTS },
      { path: '^src/web/(main|router|static-pages)\\.tsx$' },
    ),
    rule(
      'ui-never-features',
      'A button knows nothing of lessons.',
      { path: '^src/web/ui', pathNot: TESTS },
      { path: '^src/(web/(features|shell)|shared)/' },
    ),
    rule(
      'features-never-shell',
      'The router puts pages into their frame.',
      { path: '^src/web/features', pathNot: TESTS },
      { path: '^src/web/shell/' },
    ),
    rule('web-lib-is-the-bottom', 'The web lib draws nothing.', { path: '^src/web/lib', pathNot: TESTS }, { path: '^src/web/(shell|ui)/' }),

    // Features.
    rule(
      'routes-are-a-dead-end',
      'Only app.ts mounts routes.',
      { path: '^src/server', pathNot: '^src/server/app\\.ts$' },
      { path: '/routes\\.ts$' },
    ),
    rule(
      'feature-front-door',
      'From another feature: its queries, policy, actions and tables only.',
      { path: '^src/server/features/([^/]+)/', pathNot: TESTS },
      { path: '^src/server/features/(?!$1/)', pathNot: '/(queries|policy|actions|tables)\\.ts$' },
    ),
    rule(
      'sql-lives-in-queries',
      'Drizzle belongs to queries, tables and lib.',
      { path: '^src/server', pathNot: ['/(queries|tables)\\.ts$', '^src/server/lib/', TESTS] },
      { path: 'node_modules/drizzle-orm/' },
    ),
    rule(
      'drivers-live-in-lib-db',
      'Only lib/db knows which engine answers.',
      { path: '^src', pathNot: ['^src/server/lib/db/', TESTS] },
      { path: 'node_modules/(pg|@electric-sql)/' },
    ),
    rule(
      'queries-decide-nothing',
      'Queries know no refusals, requests or policies.',
      { path: '/features/.*/(queries|tables)\\.ts$' },
      { path: ['/(policy|actions|routes|jobs|live|mails)\\.ts$', '^src/server/lib/http/', '^src/shared/errors\\.ts$'] },
    ),
    rule(
      'policy-is-pure',
      'A policy asks no database.',
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
      'Only main and the commands open a database; everyone else is handed one.',
      { path: '^src/', pathNot: ['^src/server/main\\.ts$', '^src/server/commands/', '^src/server/lib/db/', '\\.test\\.ts$'] },
      { path: '^src/server/lib/db/open\\.ts$' },
    ),
    rule(
      'no-tests-in-the-product',
      'What runs does not lean on tests or samples.',
      { path: '^src', pathNot: [TESTS, '^src/server/seed[a-z-]*\\.ts$'] },
      { path: ['^test/', TESTS] },
    ),

    // Structure.
    rule('no-circles', 'A circle has no first.', {}, { circular: true }),
    {
      name: 'no-feature-circles',
      comment: 'Features form a tree.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/(server|web)/features/[^/]+$' },
      to: { circular: true },
    },
    {
      name: 'no-room-circles',
      comment: 'Rooms of a feature form a tree too.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/web/features/[^/]+/[^/]+$' },
      to: { circular: true },
    },
    rule(
      'calendar-model-is-pure',
      'What days are knows neither the cache nor the screen.',
      { path: '^src/web/features/calendar/model/', pathNot: TESTS },
      { path: ['^src/web/features/calendar/(?!model/)', '^src/web/(lib|ui|shell)/'] },
    ),
    rule(
      'days-know-no-screen',
      'What reads and writes days leans on no room that draws them.',
      { path: '^src/web/features/calendar/days/', pathNot: TESTS },
      { path: '^src/web/features/calendar/(?!days/|model/)' },
    ),
    rule(
      'shared-is-used-by-server',
      'Shared but unused by the server: move it to the web.',
      // The seed is an entry point of its own, run by a script.
      { path: '^src/server/(?:main|seed)\\.ts$' },
      { path: '^src/shared/', pathNot: TESTS, reachable: false },
    ),
    rule(
      'shared-is-used-by-web',
      'Shared but unused by the web: move it to the server.',
      { path: '^src/web/main\\.tsx$' },
      { path: '^src/shared/', pathNot: TESTS, reachable: false },
    ),
    rule('nothing-unused', 'Nothing leads here.', { path: ENTRIES }, { path: '^src/', pathNot: [ENTRIES, TESTS], reachable: false }),
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
