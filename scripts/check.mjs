/** `npm run check`: what a change most often breaks, in less than a minute: no build, no browser, no database. */
import './node-version.mjs'

const { ensurePackages } = await import('./setup.mjs')
ensurePackages()
const { conclude, fences, layout, lint, perform, types, quickTests, unused } = await import('./checks.mjs')

await Promise.all([types, lint, layout, unused, fences].map((check) => perform(check)))
await perform(quickTests)
conclude()
