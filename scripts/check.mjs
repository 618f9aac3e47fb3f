/** `npm run check`: catches the most common breakage in less than a minute. Doesn't need a build, a browser or a database. */
import './node-version.mjs'

const { ensurePackages } = await import('./setup.mjs')
ensurePackages()
const { conclude, fences, layout, lint, packages, perform, types, quickTests, unused } = await import('./checks.mjs')

await Promise.all([types, lint, layout, unused, fences, packages].map((check) => perform(check)))
await perform(quickTests)
conclude()
