import { describe, expect, test } from 'vitest'
import { layoutProblems } from './layout-rules.mjs'
import { sizesOf } from './size-rules.mjs'

/** @type {Record<string, string>} */
const clean = {
  'package.json': JSON.stringify({ dependencies: { pg: '8.23.1' } }),
  'docs/dependencies.md': '| `pg` | the database |\n',
  'src/shared/errors.ts': 'export const refusals = {}\n',
  'src/server/lib/db/pool.ts': "import pg from 'pg'\n",
}
/** @param {Record<string, string>} changes */
const project = (changes) => {
  const texts = { ...clean, ...changes }
  return { files: Object.keys(texts), read: (/** @type {string} */ file) => texts[file] ?? '' }
}
/** @param {Record<string, string>} changes */
const problemsOf = (changes) => layoutProblems(project(changes))
/** @param {string} file */
const inFile = (file, text = '\n') => problemsOf({ [file]: text })

test('a project that matches the map passes', () => {
  const files = [
    'src/server/main.ts',
    'src/server/tsconfig.json',
    'src/server/seed-lessons.ts',
    'src/server/lib/db/open.ts',
    'src/server/features/calendar/queries.ts',
    'src/server/features/calendar/races.test.ts',
    'src/server/features/calendar/history/queries.ts',
    'src/shared/sub-plans/contract.ts',
    'src/web/router.tsx',
    'src/web/features/landing/landing-page.tsx',
    'src/web/lib/service-worker.ts',
    'test/browser/plan-a-week.spec.ts',
    'docs/README.md',
  ]
  expect(problemsOf(Object.fromEntries(files.map((file) => [file, '\n'])))).toEqual([])
})

test.each([
  'src/server/features/calendar/index.ts',
  'src/web/lib/date-utils.ts',
  'src/web/lib/helpers.ts',
  'src/server/lib/calendar-service.ts',
  'src/web/ui/manager.tsx',
  'src/shared/types.ts',
  'src/web/lib/common.ts',
  'scripts/util.mjs',
  'src/web/ui/DatePicker.tsx',
  'test/sign_in.ts',
])('%s is refused for its name', (file) => {
  expect(inFile(file)).not.toEqual([])
})

test.each([
  'src/server/features/calendar/repository.ts',
  'src/server/features/calendar/history/store.ts',
  'src/server/features/lessons/queries.ts',
  'src/server/features/queries.ts',
  'src/shared/lessons/contract.ts',
  'src/shared/calendar/dates.ts',
  'src/web/features/lessons/data.ts',
  'src/server/database.ts',
  'src/server/models/day.ts',
  'src/web/app.tsx',
  'src/web/components/card.tsx',
  'src/both/days.ts',
])('%s is refused for its place', (file) => {
  expect(inFile(file)).toEqual([expect.stringContaining(file)])
})

test('a file may have 300 lines and a test 500, and no more', () => {
  expect(inFile('src/web/lib/net/api.ts', '\n'.repeat(300))).toEqual([])
  expect(inFile('src/web/lib/net/api.ts', '\n'.repeat(301))).toHaveLength(1)
  expect(inFile('src/web/lib/net/api.test.ts', '\n'.repeat(500))).toEqual([])
  expect(inFile('src/web/lib/net/api.test.ts', '\n'.repeat(501))).toHaveLength(1)
})

test('a function may have 80 lines, and a test any number', () => {
  const lines = (/** @type {number} */ count) => `export const long = () => {\n${'  work()\n'.repeat(count - 2)}}\n`
  expect(inFile('src/web/lib/net/api.ts', lines(80))).toEqual([])
  expect(inFile('src/web/lib/net/api.ts', `\n${lines(81)}`)).toEqual([
    'src/web/lib/net/api.ts:2: a function of 81 lines, but the limit is 80. Split it',
  ])
  expect(inFile('src/web/ui/button.tsx', `const Page = () => (\n  <div>\n${'    <p>Hello</p>\n'.repeat(90)}  </div>\n)\n`)).toHaveLength(1)
  expect(inFile('src/web/lib/net/api.test.ts', lines(200))).toEqual([])
})

test('a folder of src may hold 30 files', () => {
  const files = (/** @type {number} */ count) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`src/web/ui/part-${at}.tsx`, '\n']))
  expect(problemsOf(files(30))).toEqual([])
  expect(problemsOf(files(31))).toEqual([expect.stringContaining('src/web/ui: 31 files')])
})

test('sizes only count source files, not tests', () => {
  const { files, read } = project({ 'src/web/lib/net/api.ts': 'a\nb\nc\n', 'src/web/lib/net/api.test.ts': '\n'.repeat(90) })
  expect(sizesOf({ files, read })).toEqual({ median: 1, p90: 3, count: 3 })
})

test('every run-time dependency has a row, every row has a dependency, and every version is exact', () => {
  /** @param {Record<string, string>} dependencies */
  const withDependencies = (dependencies) => problemsOf({ 'package.json': JSON.stringify({ dependencies }) })
  expect(
    problemsOf({ 'package.json': JSON.stringify({ dependencies: { pg: '8.23.1', zod: '4.6.7' } }), 'src/shared/errors.ts': "'zod'" }),
  ).toEqual(['docs/dependencies.md: has no row for zod'])
  expect(withDependencies({})).toEqual([expect.stringContaining('pg')])
  expect(withDependencies({ pg: '^8.23.1' })).toEqual([expect.stringContaining('exact')])
})

test('packages bundled into the web are devDependencies with a row, and the server imports all of its packages', () => {
  const web = { 'src/web/main.tsx': "import { createRoot } from 'react-dom/client'\n" }
  const inList = (/** @type {object} */ lists, explained = '') =>
    problemsOf({ ...web, 'package.json': JSON.stringify(lists), 'docs/dependencies.md': `${clean['docs/dependencies.md']}${explained}` })
  const pg = { pg: '8.23.1' }
  const reactDom = { 'react-dom': '19.3.1' }
  expect(inList({ dependencies: pg, devDependencies: reactDom }, '| `react-dom` | the pages |\n')).toEqual([])
  expect(inList({ dependencies: pg, devDependencies: reactDom })).toEqual(['docs/dependencies.md: has no row for react-dom'])
  expect(inList({ dependencies: { ...pg, ...reactDom } }, '| `react-dom` | the pages |\n')).toEqual([
    "package.json: the server doesn't import react-dom. Packages for the web or for tools go in devDependencies",
  ])
})

test('a to-do without an issue is refused, and one with an issue is accepted', () => {
  expect(inFile('src/web/lib/net/api.ts', `// ${'TO'}DO later\n`)).toEqual([expect.stringContaining('src/web/lib/net/api.ts:1')])
  expect(inFile('src/web/lib/net/api.ts', `// ${'TO'}DO(#12) later\n`)).toEqual([])
})

test('nothing refers to a place outside of the project', () => {
  const shared = ['..', 'shared'].join('/')
  expect(inFile('docs/notes.md', `see ${shared}/design\n`)).toHaveLength(1)
  expect(inFile('docs/notes.md', `see /${'work'}/main\n`)).toHaveLength(1)
  expect(inFile('docs/notes.md', `see .${'library'}/env\n`)).toHaveLength(1)
  expect(inFile('src/web/main.tsx', `import { refusals } from '${shared}/errors.ts'\n`)).toEqual([])
  expect(inFile('docs/notes.md', 'homework/classwork\n')).toEqual([])
})

test('only settings.ts reads the environment', () => {
  expect(inFile('src/server/settings.ts', 'const environment = process.env\n')).toEqual([])
  for (const file of ['src/server/main.ts', 'src/server/app.ts'])
    expect(inFile(file, 'process.env.PORT\n')).toEqual([expect.stringContaining('settings.ts')])
})

test("only a feature's data.ts calls the server", () => {
  const call = "import { client, RefusedCall } from '#web/lib/net/api.ts'\n"
  expect(inFile('src/web/features/calendar/data.ts', call)).toEqual([])
  expect(inFile('src/web/features/calendar/week-page.tsx', call)).toEqual([expect.stringContaining('data.ts')])
  expect(inFile('src/web/features/calendar/week-page.tsx', "import { RefusedCall } from '#web/lib/net/api.ts'\n")).toEqual([])
  expect(inFile('src/web/shell/gate.tsx', "fetch('/api/user')\n")).toEqual([expect.stringContaining('data.ts')])
})

test('module state of a feature is in a store, which is cleared at the end of the session', () => {
  const file = 'src/web/features/sub-plans/kept-plan.ts'
  const loose = [expect.stringContaining('createStore')]
  expect(inFile(file, "let plan = ''\n")).toEqual(loose)
  expect(inFile(file, 'const kept = new Map<string, string>()\n')).toEqual(loose)
  expect(inFile(file, 'export const kept = new Set()\n')).toEqual(loose)
  expect(inFile(file, "const plan = createStore('')\nconst NAMES = new Set(['a'])\nconst read = () => {\n  let one = 1\n}\n")).toEqual([])
})

test('font sizes and radii come from the tokens', () => {
  const own = [expect.stringContaining('tokens.css')]
  expect(inFile('src/web/ui/tabs.tsx', '<p className="text-[12.5px]" />\n')).toEqual(own)
  expect(inFile('src/web/ui/tabs.tsx', '<p className="text-xl rounded-control" />\n')).toEqual(own)
  expect(inFile('src/web/ui/tabs.css', 'p {\n  border-radius: 3px;\n}\n')).toEqual(own)
  expect(inFile('src/web/ui/tabs.tsx', '<p className="text-caption rounded-[28%]" />\n')).toEqual([])
  expect(inFile('src/web/ui/tabs.css', 'p {\n  border-radius: 9999px;\n  font-size: var(--size-body);\n}\n')).toEqual([])
})

test.each([
  "new Intl.DateTimeFormat('en-US', { month: 'short' }).format(date)",
  "new Date(instant).toLocaleTimeString('en-US')",
  "new Date(month).toLocaleString('en-US')",
])('%s is refused outside of dates.ts', (line) => {
  expect(inFile('src/web/features/admin/figures.ts', `${line}\n`)).toEqual([
    'src/web/features/admin/figures.ts: format dates and times with src/shared/dates.ts',
  ])
  expect(inFile('src/shared/dates.ts', `${line}\n`)).toEqual([])
  expect(inFile('src/web/features/admin/figures.ts', "Intl.DateTimeFormat().resolvedOptions() + (7).toLocaleString('en-US')\n")).toEqual([])
})

describe('the documentation', () => {
  /** @param {string} text */
  const inDocs = (text) =>
    problemsOf({ 'docs/notes.md': text, 'src/server/lib/db/pool.ts': "import pg from 'pg'\nconst maxSize = env.POOL_SIZE\n" })

  test.each([
    '`src/server/lib/db/pool.ts`, `lib/db/pool.ts`, `pool.ts`, `../src/server/lib/db/` and `db/`',
    '`maxSize`, `maxSize()` and `POOL_SIZE=4`',
    '`pg/lib/utils`, `@scope/package`, `dist/server/main.js`, `/api/days` and `src/<noun>/queries.ts`',
    '```sh\nnode old/place.mjs\n```',
  ])('may name what exists, or what is elsewhere: %s', (text) => {
    expect(inDocs(`${text}\n`)).toEqual([])
  })

  test.each(['src/server/lib/db/client.ts', 'client.ts', 'server/db', 'minSizes', 'openPool(url)', 'POOL_LIMIT=4'])(
    'may not name %s',
    (name) => {
      expect(inDocs(`\nSee \`${name}\`.\n`)).toEqual([`docs/notes.md:2: the project doesn't have ${name}`])
    },
  )

  test('has a row for each job', () => {
    const main = { 'src/server/main.ts': "const JOBS = {\n  'end-plans': { schedule: EVERY_HOUR, run: endPlans },\n}\n" }
    expect(problemsOf({ ...main, 'docs/architecture.md': '| job | when |\n|---|---|\n| `end-plans` | every hour |\n' })).toEqual([])
    expect(problemsOf(main)).toEqual(['docs/architecture.md: has no row for the job end-plans'])
  })
})

describe('comments', () => {
  const file = 'src/web/lib/net/api.ts'

  test.each([
    'Who has a plan already is sent to the portal.',
    'Kept for an hour. Whoever asks gets it.',
    'The button stands below the list.',
    'The state is asked for anew.',
    'The person of whom the log has no entry.',
    'It is no time of a day.',
    'A lock that nobody holds any more.',
    'Each tab hears of it.',
    'For people who look after the platform.',
    'A date by the clock of the teacher.',
  ])('in foreign English are refused: %s', (sentence) => {
    for (const comment of [`// ${sentence}\n`, `/** ${sentence} */\n`, `/**\n * ${sentence.replace(' ', '\n * ')}\n */\n`])
      expect(inFile(file, `const one = 1\n${comment}`)).toEqual([expect.stringMatching(`^${file}:2: `)])
  })

  test.each([
    'Who is it? The caller.',
    'A stand-in for Stripe. UTC stands for universal time.',
    'There is no such day, and it is no longer needed.',
    'Reads any more pages. Returns `standing`.',
  ])('in plain English are accepted: %s', (sentence) => {
    expect(inFile(file, `// ${sentence}\n`)).toEqual([])
  })

  test('are checked in the documentation as well, except in code', () => {
    expect(inFile('docs/billing.md', '# Plans\n\n- The state is asked for anew.\n')).toEqual([
      expect.stringMatching('^docs/billing.md:3: '),
    ])
    expect(inFile('docs/billing.md', '| who | what |\n| --- | --- |\n| Whoever pays | all |\n')).toHaveLength(1)
    expect(inFile('docs/billing.md', 'Run `select anew`:\n\n```sql\n-- whoever\n```\n')).toEqual([])
  })

  test('count like texts of the product, and texts of tests are free', () => {
    const text = "const text = 'It is asked for anew.' // Fine.\n"
    expect(inFile(file, text)).toHaveLength(1)
    expect(inFile('src/web/lib/net/api.test.ts', text)).toEqual([])
    expect(inFile(file, "const heading = 'Who can see it'\n")).toEqual([])
  })
})
