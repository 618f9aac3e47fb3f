/** `npm run check`: checks what changes break most often, in less than a minute. Needs no build, browser or database. */
import './node-version.mjs'

const { ensurePackages } = await import('./setup.mjs')
ensurePackages()
const { conclude, fences, layout, lint, perform, types, quickTests, unused } = await import('./checks.mjs')

await Promise.all([types, lint, layout, unused, fences].map((check) => perform(check)))
await perform(quickTests)
conclude()
