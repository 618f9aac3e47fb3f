import { PICTURE_SIDE as SIDE } from '#shared/accounts/contract.ts'

const MAX_BYTES = 5 * 1024 * 1024
const QUALITY = 0.8
/** Larger than typical phone photos. Prevents decompression bombs. */
const MAX_PIXELS = 60_000_000

const NOT_AN_IMAGE = 'Please choose an image file (JPG, PNG, etc.).'

/** Checks a file's type and size before decoding it. Returns the error message, if any. */
export const problemOfFile = ({ type, size }: Pick<File, 'type' | 'size'>): string | undefined => {
  // SVG files can contain scripts.
  if (!type.startsWith('image/') || type.includes('svg')) return NOT_AN_IMAGE
  return size > MAX_BYTES ? 'Please choose an image smaller than 5MB.' : undefined
}

/** Returns the largest centered square that fits in the image. */
export const middleSquare = (width: number, height: number): { x: number; y: number; side: number } => {
  const side = Math.min(width, height)
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), side }
}

/** Loads the image and resolves once its size is known. The browser decodes the image only when it is drawn. */
const opened = (address: string): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const image = new Image()
    image.onload = () => resolve(image)
    image.onerror = () => reject(new Error(NOT_AN_IMAGE))
    image.src = address
  })

/** Returns the picture's center as a 300 × 300 JPEG data URL. Throws an Error whose message can be shown to the user. */
export const croppedPicture = async (file: File): Promise<string> => {
  const problem = problemOfFile(file)
  if (problem) throw new Error(problem)
  const address = URL.createObjectURL(file)
  try {
    const image = await opened(address)
    const { naturalWidth: width, naturalHeight: height } = image
    if (width * height > MAX_PIXELS) throw new Error('Please choose a picture under 60 megapixels.')
    const canvas = document.createElement('canvas')
    canvas.width = SIDE
    canvas.height = SIDE
    const context = canvas.getContext('2d')
    if (!context) throw new Error('This browser can’t crop pictures. Try Chrome, Edge, Firefox, or Safari.')
    const { x, y, side } = middleSquare(width, height)
    // JPEG has no transparency. Without a background, transparent areas would turn black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, SIDE, SIDE)
    context.drawImage(image, x, y, side, side, 0, 0, SIDE, SIDE)
    return canvas.toDataURL('image/jpeg', QUALITY)
  } finally {
    URL.revokeObjectURL(address)
  }
}
