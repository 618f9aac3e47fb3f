/** The container's health check: exits with 0 if the server in this container responds, otherwise with 1. */
import { readConfig } from '#server/config.ts'
import { settingNames } from '#server/lib/start/environment.ts'
import { readSettings } from '#server/settings.ts'

const { port } = readConfig(readSettings(settingNames, () => undefined))
const isHealthy = await fetch(`http://127.0.0.1:${port}/api/health/live`, { signal: AbortSignal.timeout(4_000) }).then(
  ({ ok }) => ok,
  () => false,
)
process.exit(isHealthy ? 0 : 1)
