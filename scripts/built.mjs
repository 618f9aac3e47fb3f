/**
 * Makes dist/ ready to run, even after a fresh clone or a source change.
 *
 * Imports only Node's built-in modules until the packages are installed.
 */
import './node-version.mjs'

const { ensurePackages } = await import('./setup.mjs')
const { isBuilt } = await import('./project.mjs')

/**
 * Installs missing packages, and builds if dist/ doesn't match the sources. Development packages aren't required if the build is current.
 */
export async function ensureBuilt() {
  const isToBeBuilt = !isBuilt()
  ensurePackages({ forDevelopment: isToBeBuilt })
  if (!isToBeBuilt) return
  console.error('Building …')
  const { build } = await import('./build.mjs')
  await build()
}
