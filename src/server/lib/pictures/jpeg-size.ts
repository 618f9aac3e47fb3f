const START_OF_IMAGE = 0xffd8
const START_OF_SCAN = 0xda
/** True for start-of-frame markers: SOF0 to SOF15, except the three codes in that range with other meanings (DHT, JPG, DAC). */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** True for markers without a length field: TEM, restarts, and the start and end of the image. */
const isAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9)

/** Returns the position of the first marker after scan data. Within scan data, FF 00 is a data byte and FF D0 to D7 are restarts. */
const afterScan = (bytes: Buffer, from: number): number => {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

/**
 * Returns the width and height in pixels from a JPEG's only frame (ITU T.81, Annex B). Returns undefined if the data isn't a JPEG, ends
 * before its frame, or has a second frame, which a browser might use instead. Doesn't decode the image.
 */
export const jpegSize = (bytes: Buffer): { width: number; height: number } | undefined => {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== START_OF_IMAGE) return undefined
  const sizes: { width: number; height: number }[] = []
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return undefined
    if (marker === 0xff) at++
    else if (isAlone(marker)) at += 2
    else {
      const end = at + 2 + bytes.readUInt16BE(at + 2)
      if (isFrame(marker)) {
        if (at + 9 > bytes.length) return undefined
        sizes.push({ height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) })
      }
      at = marker === START_OF_SCAN ? afterScan(bytes, end) : end
    }
  }
  return sizes.length === 1 ? sizes[0] : undefined
}
