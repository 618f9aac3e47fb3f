/**
 * Rules for where files belong: the part of docs/architecture.md that a script can check. Each rule takes the project's files and returns
 * problems.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { jobsWithoutRow, staleNames } from './doc-rules.mjs'
import { foreignEnglish } from './language-rules.mjs'
import { unsafeMigrations } from './migration-rules.mjs'
import { crowdedFolders, isTest, longFunctions, ourCode, oversizedFiles } from './size-rules.mjs'

/**
 * The project as the rules see it: paths relative to the root, and the text of each file.
 * @typedef {{ files: string[], read: (file: string) => string }} Project
 */

const SHARED_NOUNS = [
  'calendar',
  'classes',
  'timetables',
  'templates',
  'sub-plans',
  'sub-links',
  'sub-reports',
  'collaboration',
  'schools',
  'people',
  'sign-in',
  'accounts',
  'billing',
  'writing',
  'drive',
  'admin',
  'backups',
  'export',
  'audit',
  'live',
  'moves',
  'feeds',
  'imports',
  'search',
  'mail',
]
/** @type {Record<string, string[]>} */
const NOUNS = {
  'src/shared': SHARED_NOUNS,
  'src/server/features': [...SHARED_NOUNS, 'metrics', 'idempotency'],
  'src/web/features': [...SHARED_NOUNS, 'landing', 'legal', 'print', 'rich-text', 'tutorial'],
}
const SERVER_FEATURE_FILES = [
  'tables',
  'data-map',
  'queries',
  'policy',
  'actions',
  'routes',
  'jobs',
  'mails',
  'documents',
  'live',
  'samples',
]
const SHARED_FEATURE_FILES = ['contract', 'rules']
const SERVER_ROOT = /^(?:main|app|letters|config|settings|project-folder|seed(?:-[\w-]+)?)\.ts$/
const WEB_ROOT = /^(?:main|router|static-pages)\.tsx$/
const WEB_FOLDERS = ['shell', 'features', 'ui', 'lib', 'styles', 'sub-page']

/** File name endings that say nothing about the file's contents. */
const EMPTY_WORDS = /(?:^|-)(?:utils?|helpers?|services?|managers?|commons?|misc)$|^(?:index|types?)$/
const KEBAB_CASE = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+)*$/
const CODE = /\.(?:ts|tsx|mjs|cjs|js|css)$/
const TEST = /\.(?:test|spec)\.[a-z]+$/

/** @param {string} file */
const stemOf = (file) => path.basename(file).replace(/\..*$/, '')

/**
 * Reports code files whose names aren't kebab-case or are too generic.
 * @param {Project} project
 */
export const badNames = ({ files }) =>
  ourCode(files).flatMap((file) => [
    ...(KEBAB_CASE.test(path.basename(file)) ? [] : [`${file}: file names must be kebab-case`]),
    ...(EMPTY_WORDS.test(stemOf(file)) ? [`${file}: name it after its contents`] : []),
  ])

/**
 * Reports files whose location or name docs/architecture.md doesn't allow.
 * @param {Project} project
 */
export const misplacedFiles = ({ files }) => files.filter((file) => file.startsWith('src/')).flatMap(misplaced)

/**
 * @param {string} file
 * @returns {string[]}
 */
function misplaced(file) {
  const root = Object.keys(NOUNS).find((folder) => file.startsWith(`${folder}/`))
  const [noun = '', ...inner] = root ? file.slice(root.length + 1).split('/') : []
  if (root && (inner.length > 0 || root !== 'src/shared')) {
    const nouns = NOUNS[root] ?? []
    if (inner.length === 0 || !nouns.includes(noun)) return [`${file}: ${root} has one folder per noun (${nouns.join(', ')})`]
    const allowed = root === 'src/server/features' ? SERVER_FEATURE_FILES : root === 'src/shared' ? SHARED_FEATURE_FILES : undefined
    if (allowed && !TEST.test(file) && !allowed.some((name) => path.basename(file) === `${name}.ts`))
      return [`${file}: files here must be ${allowed.join(', ')} or a test`]
    return []
  }
  const [, side = '', first = '', ...deeper] = file.split('/')
  const isTop = deeper.length === 0
  if (!['shared', 'server', 'web'].includes(side)) return [`${file}: src has only shared, server and web`]
  // This tsconfig.json determines which platform types the side can use: the browser's or Node's.
  if (isTop && first === 'tsconfig.json') return []
  if (side === 'server' && (isTop ? !SERVER_ROOT.test(first) && !TEST.test(file) : !['lib', 'commands'].includes(first)))
    return [
      `${file}: src/server has only main, app, letters, config, settings and the seed. Everything else goes in features, lib or commands`,
    ]
  if (side === 'web' && (isTop ? !WEB_ROOT.test(first) : !WEB_FOLDERS.includes(first)))
    return [`${file}: src/web has only main, router, static-pages and the folders ${WEB_FOLDERS.join(', ')}`]
  return []
}

/**
 * Returns the packages that have a row in docs/dependencies.md. They are the inline code in each row's first cell.
 * @param {string} text
 */
const explained = (text) =>
  [...text.matchAll(/^\|([^|]+)\|/gm)].flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))

/**
 * Returns the given packages that code in matching folders imports.
 * @param {Project} project
 * @param {RegExp} folders
 * @param {string[]} names
 */
const importedIn = ({ files, read }, folders, names) => {
  const texts = files.filter((file) => folders.test(file) && CODE.test(file) && !isTest(file)).map(read)
  return names.filter((name) => texts.some((text) => text.includes(`'${name}'`) || text.includes(`'${name}/`)))
}

/**
 * Reports packages without an explanation, explanations without a package, inexact versions, and dependencies that the server doesn't
 * import. Web packages belong in devDependencies, because the build bundles them.
 * @param {Project} project
 */
export function unexplainedDependencies(project) {
  const { read } = project
  const { dependencies: ofServer, devDependencies = {} } = JSON.parse(read('package.json'))
  const server = Object.keys(ofServer)
  const web = importedIn(project, /^src\/web\//, Object.keys(devDependencies))
  const names = [...server, ...web]
  /** @type {[string, string][]} */
  const dependencies = names.map((name) => [name, ofServer[name] ?? devDependencies[name]])
  const lines = explained(read('docs/dependencies.md'))
  const imported = importedIn(project, /^src\/(?:server|shared)\//, server)
  return [
    ...server
      .filter((name) => !imported.includes(name))
      .map((name) => `package.json: the server doesn't import ${name}. Packages for the web or for tools go in devDependencies`),
    ...names.filter((name) => !lines.includes(name)).map((name) => `docs/dependencies.md: has no row for ${name}`),
    ...lines
      .filter((name) => !names.includes(name))
      .map((name) => `docs/dependencies.md: has a row for ${name}, which isn't in package.json`),
    ...dependencies.filter(([, version]) => !/^\d/.test(version)).map(([name]) => `package.json: ${name} needs an exact version`),
  ]
}

// Split up so that the rules don't match this file.
const PROMISE = new RegExp(`\\b(?:${'TO'}DO|${'FIX'}ME|${'XX'}X)\\b(?!\\(#\\d+\\))`)
const ELSEWHERE = new RegExp(`(?:^|[^\\w.])/${'work'}/|\\.${'library'}\\b`)
const ABOVE = new RegExp(`(?:\\.\\./)+${'shared'}\\b`, 'g')
const ENVIRONMENT = /\bprocess\.env\b/
const READS_ENVIRONMENT = ['src/server/settings.ts']

/**
 * Reports to-do markers without an issue number, references to places outside the project, and environment reads outside
 * of settings.ts.
 * @param {Project} project
 */
export const badLines = ({ files, read }) =>
  files.flatMap((file) => {
    const text = read(file)
    if (text.includes('\0')) return []
    return text.split('\n').flatMap((line, index) => {
      const at = `${file}:${index + 1}`
      const found = []
      if (PROMISE.test(line)) found.push(`${at}: file an issue and add its number to the marker`)
      if (ELSEWHERE.test(line) || (line.match(ABOVE) ?? []).some((reference) => leavesProject(file, reference)))
        found.push(`${at}: refers to a place outside of the project`)
      if (ENVIRONMENT.test(line) && file.startsWith('src/') && !isTest(file) && !READS_ENVIRONMENT.includes(file))
        found.push(`${at}: only settings.ts may read the environment`)
      return found
    })
  })

/**
 * Returns true if a relative path in a file points outside of src (where `shared` is our own folder).
 * @param {string} file
 * @param {string} reference
 */
const leavesProject = (file, reference) => path.posix.join(path.dirname(file), reference) !== 'src/shared'

const CALLS_SERVER = /import\s*\{[^}]*\bclient\b[^}]*\}\s*from\s*'[^']*\/api\.ts'|\bfetch\(/
const MAY_CALL_SERVER =
  /^src\/web\/(?:lib\/|shell\/(?:first-paint\.js|app-worker\.ts)$|sub-page\/(?:data|worker)\.ts$|features\/(?:[^/]+\/data|live\/connection|(?:sign-in\/(?:providers|links)|(?:classes|people)\/changes|admin\/[a-z]+)\/data|calendar\/days\/(?:queries|plans|(?:[a-z]+\/)?[a-z]+-calls))\.ts$|features\/people\/session\.ts$)/

/**
 * Reports web files that call the server but aren't a feature's data.ts. Exceptions: sign-in providers, email links, and changes of classes
 * and of the account (kept out of the first load), the dashboard's sections, the calendar's days, the session, which every page needs and first-paint.js prefetches, and the
 * substitute's page and the service workers.
 * @param {Project} project
 */
export const strayCallers = ({ files, read }) =>
  files
    .filter((file) => file.startsWith('src/web/') && !isTest(file) && !MAY_CALL_SERVER.test(file) && CALLS_SERVER.test(read(file)))
    .map((file) => `${file}: only a feature's data.ts may call the server`)

const OWN_SIZE = /\b(?:text|rounded)-\[\d[\d.]*(?:px|rem)\]|\btext-(?:xs|sm|base|lg|\d?xl)\b|(?:font-size|border-radius):[^;]*\d(?:px|rem)/

/**
 * Reports web files that hard-code a font size or a radius.
 * @param {Project} project
 */
export const ownSizes = ({ files, read }) =>
  files
    .filter((file) => file.startsWith('src/web/') && /\.(?:tsx|css)$/.test(file) && !file.endsWith('/tokens.css'))
    .flatMap((file) => {
      const [found] = OWN_SIZE.exec(read(file).replaceAll('9999px', '')) ?? []
      return found ? [`${file}: use a size from src/web/styles/tokens.css instead of '${found}'`] : []
    })

/** Matches module-level state outside React, which would outlive the user's session. */
const KEPT_BY_MODULE = /^(?:export )?(?:let |const \w+ = new (?:Map|Set)(?:<.*>)?\(\))/m

/**
 * Reports web files with module-level state that {@link clearStores} doesn't clear.
 * @param {Project} project
 */
export const looseValues = ({ files, read }) =>
  files
    .filter((file) => /^src\/web\/(?:features|shell)\//.test(file) && !isTest(file) && KEPT_BY_MODULE.test(read(file)))
    .map((file) => `${file}: keep the value in a createStore, which is cleared at the end of the session`)

const WRITES_DATES = /\bDateTimeFormat\((?!\)\.resolvedOptions)|\.toLocale(?:Date|Time)String\(|new Date\([^\n]*\)\.toLocaleString\(/

/**
 * Reports source files that format dates and times directly, often in a time zone other than the reader's.
 * @param {Project} project
 */
export const ownDates = ({ files, read }) =>
  files
    .filter((file) => file.startsWith('src/') && file !== 'src/shared/dates.ts' && !isTest(file) && WRITES_DATES.test(read(file)))
    .map((file) => `${file}: format dates and times with src/shared/dates.ts`)

const RULES = [
  badNames,
  misplacedFiles,
  oversizedFiles,
  longFunctions,
  crowdedFolders,
  unexplainedDependencies,
  badLines,
  strayCallers,
  looseValues,
  ownSizes,
  ownDates,
]

/**
 * Returns the project in a folder. Reads each file only once.
 * @param {string} root
 * @param {string[]} files
 * @returns {Project}
 */
export function projectAt(root, files) {
  /** @type {Map<string, string>} */
  const texts = new Map()
  /** @param {string} file */
  const read = (file) => {
    const text = texts.get(file) ?? (existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : '')
    texts.set(file, text)
    return text
  }
  return { files, read }
}

/**
 * Returns every violation of every rule. Each line starts with the file name.
 * @param {Project} project
 * @returns {string[]}
 */
export const layoutProblems = (project) =>
  [...RULES, staleNames, jobsWithoutRow, foreignEnglish, unsafeMigrations].flatMap((rule) => rule(project))
