/** A start that no restart mends: the message says which setting or which data is wrong, and what to do. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}
