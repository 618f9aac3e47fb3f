/**
 * `npm run bench`: how fast the server and the web are, against what they could be at best, in one run.
 * `npm run bench -- landing`, `search`, `server`, `size`, `sub-plans`, `templates`, `typing`, `users` or `web` runs a part; `--rounds`, `--weeks` and
 * `--seconds` make it longer or shorter.
 * Ends with code 1 when a gate does not hold.
 */
import './node-version.mjs'
import { parseArgs } from 'node:util'

const { ensurePackages, ensureSystemPackages, giveUp } = await import('./setup.mjs')
const { values: options, positionals: parts } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    weeks: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '3' },
  },
})
const PARTS = ['landing', 'school', 'search', 'server', 'size', 'sub-plans', 'templates', 'typing', 'users', 'web']
const unknown = parts.find((part) => !PARTS.includes(part))
if (unknown) giveUp(`There is no bench of '${unknown}': choose from ${PARTS.join(', ')}.`)

ensurePackages()
ensureSystemPackages()
const { isBuilt } = await import('./project.mjs')
if (!isBuilt()) await (await import('./build.mjs')).build()

const { benchLanding } = await import('../bench/landing.mjs')
const { benchSchool } = await import('../bench/school.mjs')
const { benchSearch } = await import('../bench/search.mjs')
const { benchServer } = await import('../bench/server.mjs')
const { benchSize } = await import('../bench/size.mjs')
const { benchSubPlans } = await import('../bench/sub-plans.mjs')
const { benchTemplates } = await import('../bench/templates.mjs')
const { benchUsers } = await import('../bench/users.mjs')
const { benchWeb } = await import('../bench/web.mjs')
const { benchTyping } = await import('../bench/typing.mjs')
const { printVerdicts } = await import('../bench/figures.mjs')

/** @param {string} part */
const isChosen = (part) => parts.length === 0 || parts.includes(part)
const rounds = Number(options.rounds)
if (isChosen('landing')) await benchLanding({ rounds })
if (isChosen('school')) await benchSchool({ turns: 5 * rounds })
if (isChosen('search')) await benchSearch({ turns: 20 * rounds })
if (isChosen('server')) await benchServer({ rounds: rounds + 2, seconds: Number(options.seconds) })
if (isChosen('size')) await benchSize()
if (isChosen('sub-plans')) await benchSubPlans()
if (isChosen('templates')) await benchTemplates()
if (isChosen('users')) await benchUsers()
if (isChosen('web')) await benchWeb({ rounds, weeks: Number(options.weeks) })
if (isChosen('typing')) await benchTyping({ keys: 20 * rounds, openings: 5 * rounds })
process.exit(printVerdicts() ? 0 : 1)
