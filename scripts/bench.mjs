/**
 * `npm run bench`: measures the speed of the server and the web app, relative to the best possible result in the same run. `npm run bench
 * -- feeds`, `held-arrow`, `landing`, `loading`, `moves`, `saves`, `school`, `search`, `server`, `size`, `sub-page`, `sub-plans`, `templates`, `timetables`, `typing`, `users` or `web`
 * runs one benchmark. `--rounds`, `--weeks` and `--seconds` change the length. `--smallest` only checks that each benchmark still runs. Exits with code 1 if a
 * gate fails.
 */
import './node-version.mjs'
import { parseArgs } from 'node:util'

const { ensurePackages, ensureSystemPackages, giveUp } = await import('./setup.mjs')
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    weeks: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '3' },
    smallest: { type: 'boolean', default: false },
  },
})
const rounds = Number(options.rounds)
const PARTS = {
  feeds: async () => (await import('../bench/feeds.mjs')).benchFeeds(pick({}, { turns: 1, weeks: 2 })),
  'held-arrow': async () => (await import('../bench/held-arrow.mjs')).benchHeldArrow(pick({ rounds }, { rounds: 1 })),
  landing: async () => (await import('../bench/landing.mjs')).benchLanding(pick({ rounds }, { rounds: 1 })),
  loading: async () => (await import('../bench/loading.mjs')).benchLoading(pick({ rounds }, { rounds: 1 })),
  moves: async () => (await import('../bench/moves.mjs')).benchMoves(pick({ turns: 5 * rounds }, { turns: 1, weeks: 2, saves: 2 })),
  saves: async () =>
    (await import('../bench/saves.mjs')).benchSaves(
      pick({ rounds: rounds + 2, seconds: Number(options.seconds) }, { rounds: 1, seconds: 0.2 }),
    ),
  school: async () =>
    (await import('../bench/school.mjs')).benchSchool(pick({ turns: 5 * rounds }, { turns: 1, weeks: 2, entries: 10, readsATurn: 2 })),
  search: async () => (await import('../bench/search.mjs')).benchSearch(pick({ turns: 20 * rounds }, { turns: 1, lessons: 80 })),
  server: async () =>
    (await import('../bench/server.mjs')).benchServer(
      pick({ rounds: rounds + 2, seconds: Number(options.seconds) }, { rounds: 1, seconds: 0.2, manyDays: 20_000 }),
    ),
  size: async () => (await import('../bench/size.mjs')).benchSize(),
  'sub-page': async () => (await import('../bench/sub-page.mjs')).benchSubPage(pick({ rounds }, { rounds: 1 })),
  'sub-plans': async () => (await import('../bench/sub-plans.mjs')).benchSubPlans(pick({}, { teachers: 2 })),
  templates: async () => (await import('../bench/templates.mjs')).benchTemplates(pick({}, { turns: 1 })),
  timetables: async () =>
    (await import('../bench/timetables.mjs')).benchTimetables(pick({ turns: 7 * rounds }, { turns: 1, weeks: 2, reads: 2, saves: 2 })),
  users: async () => (await import('../bench/users.mjs')).benchUsers(pick({}, { turns: 1, many: 2_000 })),
  web: async () => (await import('../bench/web.mjs')).benchWeb(pick({ rounds, weeks: Number(options.weeks) }, { rounds: 1, weeks: 1 })),
  typing: async () =>
    (await import('../bench/typing.mjs')).benchTyping(pick({ keys: 20 * rounds, openings: 5 * rounds }, { keys: 2, openings: 1 })),
}
const unknown = positionals.find((part) => !(part in PARTS))
if (unknown) giveUp(`There is no benchmark '${unknown}'. Choose from ${Object.keys(PARTS).join(', ')}.`)

ensurePackages()
ensureSystemPackages()
const { isBuilt } = await import('./project.mjs')
if (!isBuilt()) await (await import('./build.mjs')).build()

for (const [name, measure] of Object.entries(PARTS)) if (positionals.length === 0 || positionals.includes(name)) await measure()
const { printVerdicts } = await import('../bench/figures.mjs')
const areHeld = printVerdicts()
if (options.smallest) console.log('\nEvery part runs on the smallest data. Ignore the gates above.')
process.exit(areHeld || options.smallest ? 0 : 1)

/**
 * Returns `smallest` if `--smallest` was given, else `whole`.
 * @template Size
 * @param {Size} whole
 * @param {Size} smallest
 */
function pick(whole, smallest) {
  return options.smallest ? smallest : whole
}
