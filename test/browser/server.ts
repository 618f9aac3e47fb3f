/** The server of the browser tests: the built one, on a database that has its tables and nothing in them. */
import { fillDataDir } from '../migrated.ts'

await fillDataDir(process.env['DATA_DIR'] ?? '')
// Not by its name alone: that an import leads somewhere is checked before the build.
await import(new URL('../../dist/server/main.js', import.meta.url).href)
