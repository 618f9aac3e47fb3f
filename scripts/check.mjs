/** `npm run check`: what can be said without a build, a browser or a server. */
import './node-version.mjs'

const { ensurePackages } = await import('./setup.mjs')
ensurePackages()
const { conclude, fences, layout, lint, perform, types, unitTests, unused } = await import('./checks.mjs')

await Promise.all([types, lint, layout, unused].map((check) => perform(check)))
await perform(fences)
await perform(unitTests)
conclude()
