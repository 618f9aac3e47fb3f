export type TestPostgres = {
  /** Of a superuser, to the database `postgres`. */
  url: string
  /** Starts it again after `kill`; resolves when it answers. */
  start: () => Promise<void>
  /** Stops it as an operator would, cutting every connection, and starts it again. */
  restart: () => Promise<void>
  /** As kill -9 of all its processes; its data stays. */
  kill: () => Promise<void>
  /** Ends it for good and removes its folder. */
  stop: () => Promise<void>
}
export const findPostgres: () => string | undefined
export const startPostgres: (options?: { isDurable?: boolean }) => Promise<TestPostgres>
