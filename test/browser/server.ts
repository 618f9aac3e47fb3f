/** The server of the browser tests: the built one, on a database that has its tables and nothing in them. */
import { fillDataDir } from '../migrated.ts'

await fillDataDir(process.env['DATA_DIR'] ?? '')
await import('../../dist/server/main.js' as string)
