/** Checks that every path, code name, setting and job in the documentation's inline code exists. */
import path from 'node:path'

/** @typedef {import('./layout-rules.mjs').Project} Project */

const DOCS = /^(?:README\.md|docs\/.*\.md)$/
const CODE = /\.(?:ts|tsx|mjs|cjs|js|css|json|html|sql)$|^\.npmrc$/
/** Matches the project's paths and file names. API paths start with a slash, and glob patterns contain characters that file names don't. */
const PATH = /^(?:\.{0,2}[\w@-][\w.@-]*\/)+[\w.@-]*$|^[\w-]+(?:\.[\w-]+)*\.(?:ts|tsx|mjs|cjs|css|sql|md)$/
const CAMEL_CASE = /^([a-z]+\d*[A-Z]\w*)(?:\(.*\))?$/
const SETTING = /^([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)(?:=.*)?$/
const JOB = /'([\w-]+)': \{[^\n]*\brun: /g

/** Created by builds and runs, so not among the project's files. */
const MADE = /^(?:dist|data|DATA_DIR)\//
/** Names from outside the project: Node and bundler options, and text with a slash that isn't a path. */
const FOREIGN = ['minSize', 'resourceLimits', 'components/schemas', 'reading/writing', 'America/Chicago', '10.0.0.0/8']

/**
 * Returns the inline code spans outside of code blocks, with their line numbers.
 * @param {string} text
 */
const marked = (text) =>
  text
    .replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ''))
    .split('\n')
    .flatMap((line, index) => [...line.matchAll(/`([^`]+)`/g)].map(([, name = '']) => ({ name, line: index + 1 })))

/**
 * Reports paths, camelCase names and settings in inline code that don't exist in the project.
 * @param {Project} project
 */
export function staleNames({ files, read }) {
  const places = new Set(files.flatMap((file) => endsOf(file)))
  const words = new Set(files.filter((file) => CODE.test(file)).flatMap((file) => read(file).match(/\w+/g) ?? []))
  const { dependencies = {}, devDependencies = {} } = JSON.parse(read('package.json'))
  /** @param {string} name */
  const isKnown = (name) => {
    if (FOREIGN.includes(name) || MADE.test(name)) return true
    if (PATH.test(name)) return places.has(path.posix.normalize(name).replace(/^(?:\.\.\/)+|\/$/g, '')) || isPackage(name)
    const [, word] = CAMEL_CASE.exec(name) ?? SETTING.exec(name) ?? []
    return word === undefined || words.has(word)
  }
  /** @param {string} name */
  const isPackage = (name) => name.startsWith('@') || (name.split('/', 1)[0] ?? '') in { ...dependencies, ...devDependencies }
  return files
    .filter((file) => DOCS.test(file))
    .flatMap((file) =>
      marked(read(file)).flatMap(({ name, line }) => (isKnown(name) ? [] : [`${file}:${line}: the project doesn't have ${name}`])),
    )
}

/**
 * Returns every contiguous part of a file's path, because the documentation may name files and folders relative to any folder.
 * @param {string} file
 */
function endsOf(file) {
  const parts = file.split('/')
  return parts.flatMap((_, from) => parts.slice(from).map((_, to) => parts.slice(from, from + to + 1).join('/')))
}

/**
 * Reports jobs without a row in docs/architecture.md.
 * @param {Project} project
 */
export function jobsWithoutRow({ files, read }) {
  const map = read('docs/architecture.md')
  return files
    .filter((file) => /^src\/server\/(?:main|features\/.*\/jobs)\.ts$/.test(file))
    .flatMap((file) => [...read(file).matchAll(JOB)])
    .flatMap(([, name]) => (map.includes(`\n| \`${name}\` |`) ? [] : [`docs/architecture.md: has no row for the job ${name}`]))
}
