import { JPG } from 'image-size/types/jpg'

/** Width and height in pixels, as a JPEG's header says; undefined for what is no JPEG. Nothing is unpacked. */
export const jpegSize = (bytes: Uint8Array): { width: number; height: number } | undefined => {
  try {
    return JPG.validate(bytes) ? JPG.calculate(bytes) : undefined
  } catch {
    // It begins like one and is broken off or made up.
    return undefined
  }
}
