/**
 * What runs from dist/, after a fresh clone or a change of the sources too.
 *
 * Only Node's own modules are imported before the packages are known to be there.
 */
import './node-version.mjs'

const { ensurePackages } = await import('./setup.mjs')
const { isBuilt } = await import('./project.mjs')

/** Installs packages where one is missing and builds where dist/ is not of these sources. What is built runs without the packages that build it. */
export async function ensureBuilt() {
  const isToBeBuilt = !isBuilt()
  ensurePackages({ forDevelopment: isToBeBuilt })
  if (!isToBeBuilt) return
  console.error('Building …')
  const { build } = await import('./build.mjs')
  await build()
}
