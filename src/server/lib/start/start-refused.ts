/** A failed start that a restart can't fix. The message has the setting or the data that is wrong, and what to do. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}
