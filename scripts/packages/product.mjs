/**
 * The packages that are part of the product: those that a production install has, and those whose code is in the web's files. Everything
 * else only builds, checks and tests.
 */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '../project.mjs'

/** @typedef {{ version: string, license?: string | undefined, integrity?: string | undefined, resolved?: string | undefined, dev?: boolean, devOptional?: boolean, inBundle?: boolean, hasInstallScript?: boolean }} Locked */
/** @typedef {Locked & { folder: string, name: string }} LockedPackage */
/** @typedef {{ name: string, version: string, identifier?: string | null, text?: string | null }} Bundled A package in a build's files, as Vite's `build.license` lists it. */

/** @returns {{ name: string, version: string, dependencies: Record<string, string>, devDependencies: Record<string, string> }} */
export const manifest = () => JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8'))

/**
 * Returns every package of the lock file, with its name.
 * @returns {LockedPackage[]}
 */
export const lockedPackages = () => {
  /** @type {Record<string, Locked>} */
  const { '': _root, ...packages } = JSON.parse(readFileSync(path.join(projectRoot, 'package-lock.json'), 'utf8')).packages
  return Object.entries(packages).map(([folder, locked]) => ({ ...locked, folder, name: folder.split('node_modules/').at(-1) ?? folder }))
}

/** @param {{ name: string, version: string }} named */
const refOf = ({ name, version }) => `${name}@${version}`

const npm = process.env['npm_execpath']
const [program, ...first] = npm ? [process.execPath, npm] : ['npm']

/**
 * Returns the bill of materials as CycloneDX JSON. npm writes it for all packages without a network. Those that aren't in the product are
 * removed here, because `npm sbom --omit dev` also omits packages that a development package uses too (npm 11.19).
 * @param {Bundled[]} bundled
 */
export const billOfMaterials = async (bundled) => {
  const args = [...first, 'sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only', '--include', 'dev']
  const { stdout } = await promisify(execFile)(program ?? 'npm', args, { cwd: projectRoot, maxBuffer: 64 * 1024 * 1024 })
  /** @type {{ metadata: { component: { name: string } }, components: { 'bom-ref': string }[], dependencies: { ref: string, dependsOn: string[] }[] }} */
  const bill = JSON.parse(stdout)
  const { name, version } = manifest()
  const kept = new Set([
    refOf({ name, version }),
    ...lockedPackages()
      .filter(({ dev, devOptional }) => !dev && !devOptional)
      .map(refOf),
    ...bundled.map(refOf),
  ])
  bill.metadata.component.name = name
  bill.components = bill.components.filter((component) => kept.has(component['bom-ref']))
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => kept.has(other)) }))
  const listed = new Set(bill.components.map((component) => component['bom-ref']))
  const missing = [...kept].filter((ref) => ref !== refOf({ name, version }) && !listed.has(ref))
  if (missing.length > 0) throw new Error(`The bill of materials doesn't list ${missing.join(', ')}`)
  return `${JSON.stringify(bill, null, 1)}\n`
}

const NO_TEXT = 'The package comes without the text of its license.'

/**
 * Returns the licenses of bundled packages as text. Most licenses require that copies of the code include them.
 * @param {Bundled[]} bundled
 */
export const licenseTexts = (bundled) => {
  const unique = [...new Map(bundled.map((one) => [refOf(one), one])).values()].sort((a, b) => (refOf(a) < refOf(b) ? -1 : 1))
  const texts = unique.map((one) => `${refOf(one)} (${one.identifier ?? 'license below'})\n\n${one.text?.trim() ?? NO_TEXT}\n`)
  return `Firstbell's pages contain code of these packages.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`
}
