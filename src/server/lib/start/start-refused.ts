/** A failed start that a restart can't fix. The message names the wrong setting or data, and says what to do. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}
