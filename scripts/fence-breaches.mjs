/**
 * One violation of each import rule, keyed by rule name: the files to add and the module in which the rule must report the violation. Text
 * that begins with + is appended to the existing file. Feature names start with zz- to avoid clashes with real ones.
 */

/** @typedef {{ plant: Record<string, string>, seenIn: RegExp }} Breach */

const server = 'src/server/features/zz-planted'
const other = 'src/server/features/zz-other'
const web = 'src/web/features/zz-planted'

/**
 * Returns the source of a file that uses each of these modules.
 * @param {string[]} modules
 */
const uses = (...modules) =>
  modules.map((module, index) => `import * as used${index} from '${module}'\nexport const use${index} = used${index}\n`).join('')
const value = 'export const planted = 1\n'

/**
 * Returns a violation in which one file imports a forbidden module.
 * @param {string} file
 * @param {string} module
 * @param {Record<string, string>} [more]
 * @returns {Breach}
 */
const importing = (file, module, more = {}) => ({ plant: { [file]: uses(module), ...more }, seenIn: exactly(file) })
/** @param {string} file */
const exactly = (file) => new RegExp(`^${file.replaceAll('.', '\\.')}$`)

/** @type {Record<string, Breach>} */
export const plantedBreaches = {
  'web-never-server': {
    plant: { [`${web}/peek.ts`]: "import type { Db } from '#server/lib/db/client.ts'\nexport type Peek = Db\n" },
    seenIn: exactly(`${web}/peek.ts`),
  },
  'server-never-web': importing('src/server/lib/zz-planted/page.ts', '#web/lib/net/api.ts'),
  'shared-stands-alone': importing('src/shared/zz-planted/contract.ts', '#server/lib/db/client.ts'),
  'shared-packages': importing('src/shared/zz-planted/rules.ts', 'react'),
  'web-never-node': importing(`${web}/disk.ts`, 'node:fs'),
  'web-never-server-packages': importing(`${web}/query.ts`, 'drizzle-orm'),
  'server-never-web-packages': importing('src/server/lib/zz-planted/render.ts', 'react'),
  'no-dev-packages': importing('src/server/lib/zz-planted/check.ts', 'fast-check'),
  'nothing-unresolved': importing('src/server/lib/zz-planted/nowhere.ts', './not-there.ts'),

  'lib-never-features': importing('src/server/lib/zz-planted/days.ts', `#server/features/zz-planted/queries.ts`),
  'nothing-imports-the-top': importing('src/server/lib/zz-planted/top.ts', '#server/app.ts'),
  'web-starts-at-the-top': importing(`${web}/zz-page.tsx`, '#web/router.tsx'),
  'ui-never-features': importing('src/web/ui/zz-planted.tsx', '#shared/dates.ts'),
  'web-lib-is-the-bottom': importing('src/web/lib/zz-planted.ts', '#web/ui/zz-planted.tsx'),
  'sub-page-stands-alone': importing('src/web/sub-page/zz-planted.ts', '#web/lib/net/api.ts'),

  'routes-are-a-dead-end': importing(`${server}/jobs.ts`, './routes.ts', { [`${server}/routes.ts`]: value }),
  'feature-front-door': importing(`${server}/mails.ts`, `#server/features/zz-other/jobs.ts`, { [`${other}/jobs.ts`]: value }),
  'mail-knows-no-letters': importing('src/server/features/mail/zz-planted/queries.ts', '#server/features/billing/queries.ts'),
  'sql-lives-in-queries': importing(`${server}/live.ts`, 'drizzle-orm', { [`${server}/queries.ts`]: uses('#server/lib/http/refuse.ts') }),
  'drivers-live-in-lib-db': importing('src/server/lib/zz-planted/pool.ts', 'pg'),
  'queries-decide-nothing': { plant: {}, seenIn: exactly(`${server}/queries.ts`) },
  'policy-is-pure': importing(`${server}/policy.ts`, './queries.ts'),
  'only-routes-see-requests': importing(`${server}/actions.ts`, 'fastify'),
  'one-door-to-the-database': importing('src/server/lib/zz-planted/open.ts', '#server/lib/db/open.ts'),
  'no-tests-in-the-product': importing('src/server/lib/zz-planted/sample.ts', '#server/features/zz-planted/samples.ts', {
    [`${server}/samples.ts`]: value,
  }),

  'no-circles': {
    plant: { [`${web}/chicken.ts`]: uses('./egg.ts'), [`${web}/egg.ts`]: uses('./chicken.ts') },
    seenIn: /\/(?:chicken|egg)\.ts$/,
  },
  'features-never-shell': importing(`${web}/page.tsx`, '#web/shell/app-shell.tsx'),
  'no-room-circles': {
    plant: {
      [`${web}/left/one.ts`]: uses('#web/features/zz-planted/right/two.ts'),
      [`${web}/left/two.ts`]: value,
      [`${web}/right/one.ts`]: uses('#web/features/zz-planted/left/two.ts'),
      [`${web}/right/two.ts`]: value,
    },
    seenIn: new RegExp(`^${web}/(?:left|right)$`),
  },
  'calendar-model-is-pure': importing('src/web/features/calendar/model/zz-planted.ts', '#web/lib/theme.ts'),
  'days-know-no-screen': importing('src/web/features/calendar/days/zz-planted.ts', '#web/features/calendar/navigation/date-words.ts'),
  'no-feature-circles': {
    plant: {
      'src/server/features/zz-left/queries.ts': uses('#server/features/zz-right/tables.ts'),
      'src/server/features/zz-left/tables.ts': value,
      'src/server/features/zz-right/queries.ts': uses('#server/features/zz-left/tables.ts'),
      'src/server/features/zz-right/tables.ts': value,
    },
    seenIn: /^src\/server\/features\/zz-(?:left|right)$/,
  },
  'shared-is-used-by-server': {
    plant: { 'src/shared/zz-for-web/rules.ts': value, 'src/web/main.tsx': "+import '#shared/zz-for-web/rules.ts'\n" },
    seenIn: exactly('src/shared/zz-for-web/rules.ts'),
  },
  'shared-is-used-by-web': {
    plant: { 'src/shared/zz-for-server/rules.ts': value, 'src/server/main.ts': "+import '#shared/zz-for-server/rules.ts'\n" },
    seenIn: exactly('src/shared/zz-for-server/rules.ts'),
  },
  'nothing-unused': { plant: { 'src/web/lib/zz-unused.ts': value }, seenIn: exactly('src/web/lib/zz-unused.ts') },
}
