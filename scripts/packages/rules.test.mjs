import { expect, test } from 'vitest'
import { isFixed, packageProblems } from './rules.mjs'

const good = {
  name: 'wouter',
  folder: 'node_modules/wouter',
  version: '3.13.0',
  license: 'Unlicense',
  integrity: 'sha512-AA==',
  resolved: 'https://registry.npmjs.org/wouter/-/wouter-3.13.0.tgz',
}
const advisories = [{ package: 'wouter', advisory: 'GHSA-1', fixed: ['2.9.1', '3.2.0'], about: 'It hung.', source: 'https://example.com' }]

/** @param {Partial<import('./product.mjs').LockedPackage>} [changes] */
const problemsOf = (changes = {}, { version = '3.13.0', npmrc = 'audit=false\nignore-scripts=true\n' } = {}) =>
  packageProblems({
    manifest: { dependencies: {}, devDependencies: { wouter: version } },
    packages: [{ ...good, ...changes }],
    npmrc,
    advisories,
  })

test('a package with one version, a hash, a known license and no known vulnerability is fine', () => {
  expect(problemsOf()).toEqual([])
  expect(problemsOf({ license: '(GPL-3.0-or-later OR MIT)' })).toEqual([])
  expect(problemsOf({ license: '(MIT AND Zlib)' })).toEqual([])
  // Part of another package's archive, which has the hash.
  expect(problemsOf({ integrity: undefined, resolved: undefined, inBundle: true })).toEqual([])
})

test.each([
  ['has no license', { license: undefined }, "doesn't name its license"],
  ['wants its users to publish their code', { license: 'AGPL-3.0-only' }, "AGPL-3.0-only, which isn't on the list"],
  ['combines two licenses, one of which is not known', { license: '(MIT AND SSPL-1.0)' }, "isn't on the list"],
  ['has no hash', { integrity: undefined }, 'has no SHA-512'],
  ['has a hash that can be forged', { integrity: 'sha1-AA==' }, 'has no SHA-512'],
  ['comes from elsewhere', { resolved: 'git+ssh://git@github.com/a/b.git' }, "doesn't come from the npm registry"],
  ['runs a script when it is installed', { hasInstallScript: true }, 'wants to run a script'],
  ['has a known vulnerability', { version: '3.1.9' }, 'needs 2.9.1 or 3.2.0 (GHSA-1: It hung.)'],
])('a package is refused that %s', (_, changes, problem) => {
  expect(problemsOf(changes)).toEqual([expect.stringContaining(problem)])
})

test('a version without a fix stays while it is said why it is not affected, and no longer', () => {
  const unaffected = advisories.map((one) => ({ ...one, unaffected: 'We don’t hang.' }))
  const problemsWith = (/** @type {string} */ version) =>
    packageProblems({
      manifest: { dependencies: {}, devDependencies: {} },
      packages: [{ ...good, version }],
      npmrc: 'ignore-scripts=true',
      advisories: unaffected,
    })
  expect(problemsWith('3.1.9')).toEqual([])
  expect(problemsWith('3.13.0')).toEqual([expect.stringContaining("needn't say why GHSA-1 doesn't affect us")])
})

test('a range is refused, because the next installation would get other code', () => {
  expect(problemsOf({}, { version: '^3.13.0' })).toEqual([expect.stringContaining('wouter ^3.13.0 instead of one version')])
})

test('install scripts stay off', () => {
  expect(problemsOf({}, { npmrc: 'audit=false\n' })).toEqual([expect.stringContaining('ignore-scripts=true')])
})

test('a vulnerability without a fix is refused in every version', () => {
  expect(isFixed('99.0.0', [])).toBe(false)
})

test.each([
  ['3.3.8', true],
  ['3.3.7', false],
  ['3.10.0', true],
  ['5.0.9', true],
  ['5.0.8', false],
  ['5.0.9-rc.1', false],
  ['4.9.9', false],
  ['2.9.9', false],
  ['6.0.0', true],
])('version %s has a fix that came with 3.3.8 and 5.0.9: %s', (version, expected) => {
  expect(isFixed(version, ['3.3.8', '5.0.9'])).toBe(expected)
})
