/** Explains why the server can't start, in a sentence that names the setting and says what to do. */
import path from 'node:path'
import { chainOf, isUnavailable } from '#server/lib/db/failures.ts'
import { placeOf } from '#server/lib/db/place.ts'

/** Exit codes are from sysexits.h: 78 (EX_CONFIG) if a restart can't help, 75 (EX_TEMPFAIL) if the failure may be temporary. */
type Explained = { sentence: string; exitCode: 75 | 78 }
type Where = { databaseUrl: string | undefined; dataDir: string; host: string; port: number }

const PERMANENT = ['StartRefused', 'DataFolderVersion', 'NoDataFolder']
const FOLDER_CODES = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT']
const CERTIFICATE_CODES = [
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]

type SystemError = Error & { code?: string; syscall?: string; path?: string; address?: string; port?: number }

/** True if the file is inside the folder, or is one of the folder's ancestors. */
const isAround = (folder: string, file: string): boolean => `${file}/`.startsWith(`${folder}/`) || folder.startsWith(`${file}/`)

const forEver = (sentence: string): Explained => ({ sentence, exitCode: 78 })
const forNow = (sentence: string): Explained => ({ sentence, exitCode: 75 })

const explainListening = ({ code }: SystemError, { host, port }: Where): Explained => {
  if (code === 'EADDRINUSE')
    return forNow(`Port ${port} on ${host} is in use by another program. Stop that program, or set PORT to another port.`)
  if (code === 'EACCES')
    return forEver(`This user isn't allowed to listen on port ${port}. Set PORT to 1024 or higher, and let a proxy use port ${port}.`)
  return forEver(`HOST=${host} isn't an address of this machine (${code}). Set HOST to 127.0.0.1, or to 0.0.0.0 for all of its addresses.`)
}

const explainDatabase = (error: SystemError, databaseUrl: string): Explained | undefined => {
  const place = placeOf({ databaseUrl, dataDir: '' })
  const { username, pathname } = new URL(databaseUrl)
  const user = decodeURIComponent(username) || 'of this system'
  const name = decodeURIComponent(pathname.slice(1)) || user
  const { code = '', message } = error
  if (code === '3D000')
    return forEver(
      `${place}: the database doesn't exist. Create it (createdb -O ${user} ${name}), or correct the name at the end of DATABASE_URL.`,
    )
  if (code === '28P01' || code === '28000')
    return forEver(`${place}: the user ${user} or the password was rejected. Correct DATABASE_URL, or allow the user in pg_hba.conf.`)
  if (code === '42501')
    return forEver(
      `${place}: the user ${user} isn't allowed to create tables there. Make them the owner (ALTER DATABASE "${name}" OWNER TO "${user}"), or set another user in DATABASE_URL.`,
    )
  if (CERTIFICATE_CODES.includes(code))
    return forEver(
      `${place}: its certificate isn't trusted (${code}). Add ?sslrootcert=FILE to the end of DATABASE_URL, or ?sslmode=no-verify if no one can intercept the connection.`,
    )
  if (/does not support SSL/.test(message))
    return forEver(`${place}: that server doesn't support TLS. Remove sslmode from DATABASE_URL, or turn on ssl in postgresql.conf.`)
  if (isUnavailable(error))
    return forNow(`${place}: it isn't responding (${code || message}). Start it, or correct the host and port in DATABASE_URL.`)
  return undefined
}

/** Returns an explanation of a failed start, for the operator. `where` is undefined if the settings couldn't be read. */
export const explainStart = (error: unknown, where?: Where): Explained => {
  const chain = chainOf(error) as SystemError[]
  const cause = chain.at(-1)
  if (!cause) return forNow(String(error))
  const message = cause.message.split('\n').slice(0, 12).join('\n').slice(0, 2000)
  if (chain.some(({ name }) => PERMANENT.includes(name))) return forEver(message)
  if (!where) return forNow(message)
  // A socket in the data folder is a lock, and has -1 as its port.
  if ((cause.port ?? -1) >= 0 && cause.syscall === 'listen') return explainListening(cause, where)
  if (cause.syscall === 'getaddrinfo' && (cause as { hostname?: string }).hostname === where.host) return explainListening(cause, where)
  const file = cause.path ?? cause.address
  if (file !== undefined && FOLDER_CODES.includes(cause.code ?? '') && isAround(path.resolve(where.dataDir), path.resolve(file)))
    return forEver(
      `${file} can't be created or written (${cause.code}). Set DATA_DIR to a folder that this process's user can write to, or give that user ${where.dataDir} (chown).`,
    )
  return (where.databaseUrl === undefined ? undefined : explainDatabase(cause, where.databaseUrl)) ?? forNow(message)
}
