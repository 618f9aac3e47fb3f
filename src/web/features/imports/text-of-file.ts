/** Returns the text of a file as other programs save it: UTF-8 or UTF-16, with or without a byte order mark, or else Windows-1252. */
const SAMPLED = 4000

const decoded = (bytes: Uint8Array, encoding: string, fatal = false): string => new TextDecoder(encoding, { fatal }).decode(bytes)

/** Returns the share of zero bytes at even or odd places. Western text in UTF-16 has one in nearly every pair. */
const zerosAt = (bytes: Uint8Array, parity: 0 | 1): number => {
  const sample = bytes.subarray(0, SAMPLED)
  const zeros = sample.filter((byte, place) => byte === 0 && place % 2 === parity).length
  return sample.length === 0 ? 0 : (zeros * 2) / sample.length
}

export const textOfFile = (bytes: Uint8Array): string => {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decoded(bytes, 'utf-16le')
  if (first === 0xfe && second === 0xff) return decoded(bytes, 'utf-16be')
  if (zerosAt(bytes, 1) > 0.5) return decoded(bytes, 'utf-16le')
  if (zerosAt(bytes, 0) > 0.5) return decoded(bytes, 'utf-16be')
  try {
    return decoded(bytes, 'utf-8', true)
  } catch {
    // Excel saves a .csv in the encoding of the system, which in America is Windows-1252.
    return decoded(bytes, 'windows-1252')
  }
}
