import path from 'node:path'

/** Returns a human-readable location of the database, without its user and password. */
export const placeOf = ({ databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string }): string => {
  if (databaseUrl === undefined) return `the embedded database in ${path.resolve(dataDir, 'database')}`
  const { host, pathname } = new URL(databaseUrl)
  return `PostgreSQL at ${host || 'a local socket'}, database ${decodeURIComponent(pathname.slice(1)) || 'named after its user'}`
}
