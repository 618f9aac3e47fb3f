/** A failed start that a restart can't fix. The message names the invalid setting or data, and says what to do. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}
