/**
 * The rules for packages, checked without a network (docs/dependencies.md, *Supply chain*).
 *
 * @typedef {{ package: string, advisory: string, fixed: string[], about: string, source: string, unaffected?: string }} Advisory `fixed` has the first
 *   safe version of each major line that got a fix. `unaffected` says why we may use an older one.
 */

/** Licenses that ask for no more than a notice. With MPL-2.0, changes to its own files must be published, and we change none. */
const LICENSES = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/**
 * Packages whose manifest doesn't name their license the usual way. We read their license files.
 * @type {Record<string, string>}
 */
const READ_LICENSES = { 'duck@0.1.12': 'BSD-2-Clause', 'png-js@1.1.0': 'MIT' }

/** Packages with install scripts, which never run (.npmrc). They work without: their binaries are packages of their own. */
const SCRIPTS_NOT_RUN = new Set(['@scarf/scarf', '@swc/core', 'esbuild'])

/** @param {string} version @returns {[number, number, number]} */
const numbersOf = (version) => {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.+-]/).map(Number)
  return [major, minor, patch]
}

/** @param {string} version */
const lineOf = (version) => numbersOf(version)[0]

/** @param {string} a @param {string} b */
const isAtLeast = (a, b) => {
  const [left, right] = [numbersOf(a), numbersOf(b)]
  const index = left.findIndex((number, at) => number !== right[at])
  return index < 0 ? !a.includes('-') || b.includes('-') : (left[index] ?? 0) > (right[index] ?? 0)
}

/**
 * Returns true if a version has the fix: it's as new as the first safe one of its major line, or its line is newer than all that got the fix.
 * @param {string} version
 * @param {string[]} fixed
 */
export const isFixed = (version, fixed) => {
  const line = lineOf(version)
  const ofLine = fixed.find((one) => lineOf(one) === line)
  return ofLine ? isAtLeast(version, ofLine) : fixed.length > 0 && fixed.every((one) => lineOf(one) < line)
}

/** @param {string} expression An SPDX expression, such as `(MIT OR GPL-3.0-or-later)`. */
const isAllowed = (expression) =>
  expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((license) => LICENSES.has(license.trim())))

/**
 * Returns what is wrong with the packages, as sentences.
 * @param {{
 *   manifest: { dependencies: Record<string, string>, devDependencies: Record<string, string> },
 *   packages: import('./product.mjs').LockedPackage[],
 *   npmrc: string,
 *   advisories: Advisory[],
 * }} installed
 */
export const packageProblems = ({ manifest, packages, npmrc, advisories }) => {
  /** @type {string[]} */
  const problems = []
  if (!/^ignore-scripts=true$/m.test(npmrc))
    problems.push('.npmrc must have ignore-scripts=true, so that no package runs its own code when it is installed')
  for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }))
    if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) problems.push(`package.json names ${name} ${version} instead of one version`)
  for (const { name, version, license, integrity, resolved, inBundle, hasInstallScript } of packages) {
    const ref = `${name}@${version}`
    const terms = READ_LICENSES[ref] ?? license
    if (terms === undefined) problems.push(`${ref} doesn't name its license`)
    else if (!isAllowed(terms)) problems.push(`${ref} has the license ${terms}, which isn't on the list`)
    if (!inBundle && !integrity?.startsWith('sha512-')) problems.push(`${ref} has no SHA-512 in package-lock.json`)
    if (!inBundle && !resolved?.startsWith('https://registry.npmjs.org/')) problems.push(`${ref} doesn't come from the npm registry`)
    if (hasInstallScript && !SCRIPTS_NOT_RUN.has(name))
      problems.push(`${ref} wants to run a script when it is installed. Make sure that it works without, then list it`)
    for (const { advisory, fixed, about } of advisories.filter((one) => one.package === name && one.unaffected === undefined))
      if (!isFixed(version, fixed)) problems.push(`${ref} needs ${fixed.join(' or ') || 'a fix'} (${advisory}: ${about})`)
  }
  for (const { package: name, advisory, fixed } of advisories.filter((one) => one.unaffected !== undefined))
    if (packages.every((one) => one.name !== name || isFixed(one.version, fixed)))
      problems.push(`minimum-versions.json needn't say why ${advisory} doesn't affect us: every ${name} has the fix`)
  return problems
}
