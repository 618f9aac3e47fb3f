import { encode } from 'uqr'

/** The quiet zone around a code, in modules. Scanners need four. */
const QUIET = 4

export type QrCode = {
  /** Width and height of the code with its quiet zone, for the `viewBox`. */
  size: number
  /** The dark modules, for an SVG path that is filled with black. */
  path: string
}

/** Returns the QR code of an address. It stays readable with 15% of it damaged, such as by a crease in the paper. */
export const qrCode = (address: string): QrCode => {
  const { data, size } = encode(address, { ecc: 'M', border: QUIET })
  const path = data.flatMap((row, y) =>
    // A run of dark modules is one rectangle, so that no gaps appear between them on paper.
    [
      ...row
        .map((isDark) => (isDark ? '#' : ' '))
        .join('')
        .matchAll(/#+/g),
    ].map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
  )
  return { size, path: path.join('') }
}
